import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

type Load = () => Promise<unknown>;
type View = { path: string; load: Load; views?: readonly View[] };
type Page = View & { title: string; isPublic?: true; navigation?: { section: string } };

/** A page of the dashboard at one of its addresses. */
export type PageAddress = {
  /** Without the slash in front: `wallets`, `wallets/new`, and `wallets/:id` for any other part. `''` is the start page. */
  address: string;
  /** The heading; undefined before sign-in, where the page is not in the frame that `index.html` paints. */
  title: string | undefined;
  /** Whether the page is in the main part of the navigation. */
  isMain: boolean;
  /** The source files that are loaded to show it. */
  files: string[];
};

/** Some of the pages are in files beside `pages.ts`. */
const appUrl = new URL('../src/dashboard/app/', import.meta.url).href;
const pagesUrl = new URL('../src/dashboard/app/pages.ts', import.meta.url).href;

/** Every address of the pages in `src/dashboard/app/pages.ts` with up to two parts, and what is loaded there. */
export async function pageAddresses(): Promise<PageAddress[]> {
  // Imported by a computed name, so that neither Vite's configuration nor the types of the build contain the dashboard.
  const { pages } = (await import(pagesUrl)) as { pages: readonly Page[] };
  const found: PageAddress[] = [];
  for (const { path, title, isPublic, navigation, load, views = [] } of pages) {
    const address = path.slice(1).replaceAll(/:\w+/g, ':id');
    const own = await fileOf(load);
    const heading = isPublic === true ? undefined : title;
    const index = views.find((view) => view.path === '');
    const files = index === undefined ? [own] : [own, await fileOf(index.load)];
    found.push({ address, title: heading, isMain: navigation?.section === 'main', files });
    for (const view of views) {
      if (view.path === '') continue;
      const below = `${address}/${view.path.replace(/^:\w+$/, ':id')}`;
      found.push({ address: below, title: heading, isMain: false, files: [own, await fileOf(view.load)] });
    }
  }
  return found;
}

/** The file that a page's `load` imports. The import is answered with an empty module: no page runs here. */
async function fileOf(load: Load): Promise<string> {
  let url: string | undefined;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL?.startsWith(appUrl) !== true) return next(specifier, context);
      url = new URL(specifier, context.parentURL).href;
      return { url: 'data:text/javascript,', shortCircuit: true };
    },
  });
  try {
    await load();
  } finally {
    hooks.deregister();
  }
  if (url === undefined) throw new Error('The load of a page in pages.ts imports no file.');
  return fileURLToPath(url);
}
