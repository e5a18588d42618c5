import type { Plugin } from 'vite';

/**
 * What React Router brings for its framework mode and for instrumentation, neither of which the dashboard uses, by
 * the file that pulls it in: 2 KiB of every first page. Without them the code below is never reached.
 */
const unused = [
  {
    // Only links below a <HydratedRouter> ever prefetch.
    file: 'lib/dom/lib.js',
    found: 'PrefetchPageLinks, ',
    instead: '',
    added: '\nfunction PrefetchPageLinks() { return null; }\n',
  },
  {
    // Only of routers that are made with `instrumentations`.
    file: 'lib/router/router.js',
    found: 'if (init.instrumentations)',
    instead: 'if (false)',
    added: '',
  },
];

/** Leaves out of React Router what this dashboard can never run. Fails when a new version has it elsewhere. */
export function slimRouter(): Plugin {
  return {
    name: 'slim-router',
    apply: 'build',
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/].*\.js$/ },
      handler(code, id) {
        // Names for developer tools, which keep components that nothing uses.
        const slim = code.replaceAll(/^\w+\.displayName = "\w+";$/gm, '');
        const path = id.replaceAll('\\', '/');
        const part = unused.find(({ file }) => path.endsWith(file));
        if (part === undefined) return { code: slim, map: null };
        if (!slim.includes(part.found)) throw new Error(`Nothing to leave out of ${id} any longer.`);
        return { code: slim.replaceAll(part.found, part.instead) + part.added, map: null };
      },
    },
  };
}
