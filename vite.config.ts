import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite-precompress.ts';
import { preload } from './scripts/vite-preload.ts';
import { slimQuery } from './scripts/vite-slim-query.ts';
import { slimRouter } from './scripts/vite-slim-router.ts';

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

const parts = (names: string) => new RegExp(String.raw`[\\/]src[\\/](${names})\.tsx?$`);

/**
 * What other pages need of AML checks, such as their indicator, on every page. In one file with the list of checks it
 * would bring that, and the list asks for its tools as soon as it is there.
 */
const amlParts = parts(
  'contract/gateway/aml-(bands|library)|dashboard/features/aml/(aml-(badge|paths|words)|aml.history)',
);

/** What lists of what has happened have beyond that. */
const historyParts = parts(
  [
    'dashboard/list/(history-columns|history-list|prefetch-history|use-history-list)',
    'dashboard/features/transactions/party',
    'dashboard/features/wallets/wallet-names',
  ].join('|'),
);

/** What lists whose columns can be arranged have beyond those that stand as they are. */
const columnParts = parts(
  [
    'dashboard/list/(column-layout|opens-anew|use-(column-layout|selection))',
    'dashboard/ui/data-table/(arrangement|selection)',
    'dashboard/features/aml/column/aml-column',
  ].join('|'),
);

/** What every page has beside its content. */
const besideParts = parts(
  [
    'dashboard/ui/(data-table/(pagination|resize-edge))',
    'dashboard/features/shell/(account-panel|theme-switch|zone-switch)',
    'dashboard/features/session/session.mutations',
  ].join('|'),
);

/** What filters, menus and links to actions are made of. */
const filterParts = parts(
  'dashboard/(ui/(filter-controls|notice|search-field|popover-button|permitted-link)|list/filter-options)',
);

/** What the drawers of lists are made of. */
const detailParts = parts(
  'dashboard/(ui/(detail-drawer|facts|problems|skeleton-lines|time-details)|list/history-drawer)',
);

/** What other pages ask of wallets. */
const walletQueries = parts(
  'contract/wallet-service/wallets|dashboard/features/wallets/(wallets.queries|read-(all-wallets|wallet-names))',
);

/** What histories have above their rows. */
const toolParts = parts(
  [
    'dashboard/list/(history-(filters|toolbar|rows.queries)|resolve-history|search-filter)',
    'dashboard/list/(copy-rows|copy-to-clipboard|filter-words|status-tabs)',
    'dashboard/list/saved-views/(saved-views|saved-views.queries)',
    'dashboard/features/[a-z]+/(transaction|exchange|withdrawal)-filters',
    'dashboard/ui/range-filter/range-(filter|words)',
    'dashboard/lib/(age-words|date-range|period-text)',
  ].join('|'),
);

/**
 * Drawn once a page, or when something failed, or the smallest parts of a row, which is drawn anew as a whole: what
 * the React Compiler adds to remember earlier drawings would be two more KiB on the first page, and save nothing that
 * one could feel.
 */
const notCompiled =
  /[\\/]dashboard[\\/](app[\\/][^\\/]+|features[\\/]((shell|sign-in)[\\/][^\\/]+|lists[\\/]status-tabs|palette[\\/]palette-host|aml[\\/]([a-z]+-badge|column[\\/]aml-column)|(aml|exchanges|journal|transactions|withdrawals)[\\/](direction|party|transaction-status|withdrawal-party|[a-z]+-(list|page)))|ui[\\/](address|amount|bubble|(icon-)?button|[a-z-]*(alert|state)|filter-controls|logo|no-permission|page|permitted-link|search-field|status-badge|time(-header)?|tooltip|use-copy|data-table[\\/](header-cell|no-rows|pagination|resize-edge|selection|skeleton-rows)))\.tsx?$/;

export default defineConfig({
  plugins: [
    react({ compiler: true, exclude: [/node_modules/, notCompiled], refreshExclude: /node_modules/ }),
    slimQuery(),
    slimRouter(),
    preload({
      '': 'overview-page.tsx',
      'withdrawals/new': 'create-withdrawal.tsx',
      'withdrawals/import': 'import-withdrawals.tsx',
    }),
    precompress(),
  ],
  css: {
    postcss: { plugins: [presetMantine()] },
    modules: { generateScopedName: '[local]_[hash:base64:5]' },
  },
  // The server puts a fresh nonce in place of this in every page that it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist/dashboard',
    target: 'baseline-widely-available',
    // A data: URI would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Does nothing but define itself; without arithmetic on a page it need not be there.
      treeshake: { moduleSideEffects: [{ test: /[\\/]big\.js[\\/]/, sideEffects: false }] },
      output: {
        // Without their names, and no longer than they must be: the entry lists all of them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // Files shared by pages one by one would be twenty small ones, which compress a tenth worse.
          groups: [
            { name: 'react', test: /[\\/]node_modules[\\/](react-dom|scheduler)[\\/]/ },
            { name: 'start', tags: ['$initial'] },
            { name: 'columns', test: columnParts },
            { name: 'history', test: historyParts },
            // What is loaded right after them, in few files: a browser that speaks HTTP/1.1 asks for six at a time.
            { name: 'beside', test: besideParts },
            { name: 'filters', test: (id) => filterParts.test(id) || id.endsWith('IconPlus.mjs') },
            { name: 'tools', test: toolParts },
            { name: 'details', test: detailParts },
            { name: 'wallet-queries', test: walletQueries },
            { name: 'withdrawal-contract', test: parts('contract/wallet-service/withdrawals') },
            { name: 'wallets', test: parts('dashboard/features/wallets/wallets[-.](page|loader)') },
            { name: 'exchanges', test: parts('dashboard/features/exchanges/exchanges[-.](page|loader)') },
            {
              name: 'transactions',
              test: parts('dashboard/features/transactions/transactions[-.](page|loader)'),
            },
            {
              name: 'withdrawals',
              test: parts('dashboard/features/withdrawals/withdrawals[-.](page|loader)'),
            },
            { name: 'journal', test: parts('dashboard/features/journal/journal[-.](page|loader)') },
            { name: 'aml-parts', test: amlParts },
            { name: 'aml', test: parts('dashboard/features/aml/aml[-.](page|loader)') },
            // What several later parts share: one by one, these would be a dozen names in the entry.
            {
              name: 'small',
              test: /[\\/](@tabler[\\/]icons-react[\\/]|dashboard[\\/]lib[\\/](just-after|save-file)\.ts)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/console': server, '/session': server, '/qr': server },
  },
});
