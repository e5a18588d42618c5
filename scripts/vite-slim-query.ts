import type { Plugin } from 'vite';

const found = /import \{ infiniteQueryBehavior \} from "[^"]+";/;

/**
 * Leaves out of TanStack Query what only lists that grow as one scrolls need, of which the dashboard has none: half a
 * KiB of every first page. Fails when a new version has it elsewhere.
 */
export function slimQuery(): Plugin {
  return {
    name: 'slim-query',
    apply: 'build',
    transform: {
      filter: { id: /query-core[\\/]build[\\/]modern[\\/]query\.js$/ },
      handler(code, id) {
        if (!found.test(code)) throw new Error(`Nothing to leave out of ${id} any longer.`);
        const instead =
          'function infiniteQueryBehavior() { throw new Error("Infinite queries are left out."); }';
        return { code: code.replace(found, instead), map: null };
      },
    },
  };
}
