import type { Plugin } from 'vite';

/**
 * What React Router brings for its framework mode, instrumentation, middleware and view transitions, none of which the
 * dashboard uses, by the file that pulls it in: 4 KiB of every first page. Without them the code below is never reached.
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
  {
    // Only of `useFetcher`.
    file: 'lib/router/router.js',
    found: 'await handleFetcherAction(key',
    instead: 'noFetcher(key',
    added: '\nfunction noFetcher() { throw new Error("Fetchers are left out."); }\n',
  },
  {
    file: 'lib/router/router.js',
    found: 'await handleFetcherLoader(key',
    instead: 'noFetcher(key',
    added: '',
  },
  {
    // Only of its `Form` and `useSubmit`: forms of the dashboard send what they have themselves.
    file: 'lib/router/router.js',
    found: 'if (opts && opts.submission && isMutationMethod(opts.submission.formMethod))',
    instead: 'if (false)',
    added: '',
  },
  {
    // Only of routes that are told to the router later, by `patchRoutesOnNavigation`.
    file: 'lib/router/router.js',
    found: 'if (isFogOfWar)',
    instead: 'if (false)',
    added: '',
  },
  {
    file: 'lib/router/router.js',
    found: 'if (fogOfWar.active && fogOfWar.matches)',
    instead: 'if (false)',
    added: '',
  },
  {
    // Only of routes with `middleware`.
    file: 'lib/router/router.js',
    found: 'return runClientMiddlewarePipeline(args, () => defaultDataStrategy(args));',
    instead: 'throw new Error("Middleware is left out.");',
    added: '',
  },
  {
    // Only of links and navigations with `viewTransition`.
    file: 'lib/components.js',
    found: 'if (!viewTransitionOpts || !isViewTransitionAvailable)',
    instead: 'if (true)',
    added: '',
  },
  {
    file: 'lib/components.js',
    found: 'if (renderDfd && pendingState && router.window)',
    instead: 'if (false)',
    added: '',
  },
  {
    file: 'lib/dom/lib.js',
    found: 'routerNavigation != null && useViewTransitionState(path) && viewTransition === true',
    instead: 'false',
    added: '',
  },
  {
    file: 'lib/router/router.js',
    found: 'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location)',
    instead: 'if (false)',
    added: '',
  },
  {
    file: 'lib/router/router.js',
    found: 'else if (pendingViewTransitionEnabled)',
    instead: 'else if (false)',
    added: '',
  },
  {
    file: 'lib/router/router.js',
    found: 'restoreAppliedTransitions(routerWindow, appliedViewTransitions);',
    instead: '',
    added: '',
  },
  {
    file: 'lib/router/router.js',
    found: '() => persistAppliedTransitions(routerWindow, appliedViewTransitions)',
    instead: '() => undefined',
    added: '',
  },
  {
    // Only of pages that a server has drawn.
    file: 'lib/dom/lib.js',
    found: 'opts?.hydrationData || parseHydrationData()',
    instead: 'opts?.hydrationData',
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
        const parts = unused.filter(({ file }) => path.endsWith(file));
        const missing = parts.find(({ found }) => !slim.includes(found));
        if (missing !== undefined)
          throw new Error(`${id} has no “${missing.found}” to leave out any longer.`);
        const left = parts.reduce((rest, { found, instead }) => rest.replaceAll(found, instead), slim);
        return { code: left + parts.map(({ added }) => added).join(''), map: null };
      },
    },
  };
}
