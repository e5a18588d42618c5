import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { earlyResponsesName, sessionChangeKey } from '#contract/early-responses.ts';
import { noncePlaceholder } from '#contract/first-screen.ts';
import type { FirstScreen, GivenResponse } from './first-screen.ts';

/** The build's placeholders for the page's title, the script that requests its data, and what it shows first. */
const titlePlace = '<!-- page title -->';
const requestsPlace = '<!-- page requests -->';
const firstScreenPlace = '<!-- first screen -->';

/** A page's own scripts go before it. */
const headEnd = '</head>';

const bodyStart = '<body>';

/** What the first screen was drawn with comes last: it isn't needed before scripts run. */
const responsesPlace = '</body>';

/** The tags of the scripts that a page loads, and of those that it names beside them. */
const scriptTags = /<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g;

/** The build writes there which files each page needs, by the first part of its address, or the first two. */
export const preloadManifestFile = 'preload.json';
const preloadManifest = z.record(
  z.string(),
  z.object({ title: z.optional(z.string()), scripts: z.array(z.string()) }),
);

/** Replaces the second part of a path: the page of any that has none of its own. */
const anyPart = ':id';

/** A page as it is sent whole, and in the two parts in which it is sent while its first screen is drawn. */
export type Page = { whole: string; head: string; body: string };

/**
 * Finds the page of a URL. Each names the files that its address needs, so that the browser fetches them beside the
 * entry. Throws at once when there is no build.
 */
export function readPages(root: string): (url: string) => Page {
  const html = readBuilt(root, 'index.html');
  const preloads = preloadManifest.parse(JSON.parse(readBuilt(root, preloadManifestFile)));
  const pageWith = (title: string, links: string) =>
    asPage(html.replace(titlePlace, () => title).replace(headEnd, (place) => links + place));
  const other = pageWith('', '');
  const pages = new Map(
    Object.entries(preloads).map(([address, needed]) => [
      address,
      pageWith(needed.title ?? '', linksTo(needed)),
    ]),
  );
  return (url) => {
    const [, first = '', second = ''] = url.split('?', 1)[0]?.split('/') ?? [];
    const within =
      second === '' ? undefined : (pages.get(`${first}/${second}`) ?? pages.get(`${first}/${anyPart}`));
    return within ?? pages.get(first) ?? other;
  };
}

/** In two parts, scripts come after the first screen: on a slow network, they would hold up what can be seen. */
function asPage(whole: string): Page {
  const end = whole.indexOf(headEnd);
  const scripts = whole.match(scriptTags)?.join('') ?? '';
  return {
    whole,
    head: whole.slice(0, end).replaceAll(scriptTags, '').replace(requestsPlace, ''),
    body: whole
      .slice(end)
      .replace(bodyStart, (place) => place + requestsPlace)
      .replace(responsesPlace, (place) => scripts + place),
  };
}

/** What is different in each response with a page: its nonce, and what the browser requests for it. */
type Filling = { nonce: string; paths: readonly string[] };

/** A page, or a part of it, that requests what it wasn't drawn with. */
export function filled(
  text: string,
  { nonce, paths }: Filling,
  firstScreen = '',
  given: readonly GivenResponse[] = [],
): string {
  const asked = paths.filter((path) => given.every((response) => response.request !== path));
  // Inserted last: text that users wrote is not taken for the placeholder.
  return text
    .replace(requestsPlace, () => (paths.length === 0 ? '' : earlyScript(asked)))
    .replaceAll(noncePlaceholder, nonce)
    .replace(firstScreenPlace, () => (firstScreen === '' ? '' : shownAtOnce(firstScreen, nonce)))
    .replace(responsesPlace, (place) => (given.length === 0 ? '' : handedOver(given, nonce)) + place);
}

/**
 * The page in two parts, so that the browser loads its styles while its first screen is drawn. `isForced`: whoever reloads
 * it wants to see what the service says now, not what was drawn of it.
 */
export async function* inParts(
  { head, body }: Page,
  {
    drawing,
    isForced,
    ...filling
  }: Filling & { drawing: Promise<FirstScreen | undefined>; isForced: boolean },
): AsyncGenerator<string> {
  yield filled(head, filling);
  const firstScreen = await drawing;
  yield filled(body, filling, firstScreen?.html, isForced ? [] : firstScreen?.responses);
}

/**
 * Has the page make these requests at once, and keep the keys that are pressed, while its scripts are loading. The
 * dashboard takes both up (see `EarlyResponses` in its client).
 */
function earlyScript(paths: readonly string[]): string {
  // Nothing in it can end the script: paths are percent-encoded, and this makes it certain.
  const list = JSON.stringify(paths).replaceAll('<', String.raw`\u003c`);
  // Named before any script is: the browser requests what a page names in this order, and over HTTP/1.1 six at once.
  const links = paths.map(
    (path) =>
      `<link rel="preload" as="fetch" crossorigin fetchpriority="high" href="${path.replaceAll('&', '&amp;')}">`,
  );
  return `${links.join('')}<script nonce="${noncePlaceholder}">(() => {
  let sessionChange = null;
  try { sessionChange = localStorage.getItem('${sessionChangeKey}'); } catch {}
  const ask = async (path) => {
    try {
      const askedAt = Date.now();
      const response = await fetch(path, { credentials: 'same-origin', redirect: 'error' });
      return { response, askedAt, arrivedAt: Date.now() };
    } catch {}
  };
  const arrivedAt = Date.now();
  const keys = [];
  let hasClicked = false;
  const listening = new AbortController();
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isSearch = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
    if (key.length !== 1 || altKey || ((ctrlKey || metaKey) && !isSearch)) return;
    if ((hasClicked || target.matches('input, select')) && !isSearch) return;
    // The browser's own search would open.
    if (isSearch) event.preventDefault();
    keys.push({ key, ctrlKey, metaKey });
  }, { signal: listening.signal });
  // What is typed after it was meant for a field.
  addEventListener('pointerdown', () => { hasClicked = true; }, { signal: listening.signal });
  const takeKeys = () => { listening.abort(); return keys.splice(0); };
  window.${earlyResponsesName} = { sessionChange, arrivedAt, takeKeys, responses: new Map(${list}.map((path) => [path, ask(path)])) };
})()</script>`;
}

/**
 * The first screen with the script that shows it. The Content-Security-Policy forbids style attributes, but a script may
 * set them. If this browser keeps something that the page shows, such as a column layout or a draft, which the server
 * doesn't know, nothing is shown until the browser has drawn the page. What would be typed into a form is lost before the
 * page is taken over, so that forms can't be focused.
 */
function shownAtOnce(firstScreen: string, nonce: string): string {
  // Text has its quotes escaped, so that these are found in tags alone.
  const html = firstScreen
    .replaceAll(' style="', ' data-style="')
    .replaceAll(` nonce="${noncePlaceholder}"`, ` nonce="${nonce}"`);
  return `${html}<script nonce="${nonce}">(() => {
  const screen = document.querySelector('[data-first-screen]');
  const isKept = ({ dataset: { kept } }) => {
    try { return localStorage.getItem(kept) !== null || sessionStorage.getItem(kept) !== null; } catch { return false; }
  };
  if ([...screen.querySelectorAll('[data-kept]')].some(isKept)) return screen.remove();
  for (const form of screen.querySelectorAll('form')) form.inert = true;
  for (const element of screen.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
  screen.hidden = false;
})()</script>`;
}

/**
 * The responses that the page was drawn with, each as the text of an element that runs nothing, and the script that puts
 * them beside those that the page asks for.
 */
function handedOver(given: readonly GivenResponse[], nonce: string): string {
  return `${given.map(asData).join('')}<script nonce="${nonce}">(() => {
  const early = window.${earlyResponsesName};
  for (const { textContent, dataset } of document.querySelectorAll('script[data-response]')) {
    const response = new Response(textContent, { headers: JSON.parse(dataset.headers) });
    const times = { askedAt: performance.timeOrigin, arrivedAt: early.arrivedAt };
    early.responses.set(dataset.response, Promise.resolve({ response, ...times }));
  }
  early.isWhole = true;
})()</script>`;
}

const quoted = (value: string) => `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

function asData({ request, headers, text }: GivenResponse): string {
  const attributes = `data-response=${quoted(request)} data-headers=${quoted(JSON.stringify(headers))}`;
  // Within JSON, this is another way to write the same.
  return `<script type="application/json" ${attributes}>${text.replaceAll('<', String.raw`\u003c`)}</script>`;
}

function linksTo({ scripts }: z.output<typeof preloadManifest>[string]): string {
  return scripts
    .map(
      (file) =>
        `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" nonce="${noncePlaceholder}">`,
    )
    .join('');
}

function readBuilt(root: string, name: string): string {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch (error) {
    throw new Error(`No dashboard build in ${root}. Run "npm run build" first.`, { cause: error });
  }
}
