import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite-precompress.ts';
import { preload } from './scripts/vite-preload.ts';

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

/** What the pages of the shell have in common. Not the dialogs: they bring Mantine, and are loaded when opened. */
const pageParts =
  /[\\/]dashboard[\\/](lib|features[\\/]session|ui[\\/](data-table|address|address-context|amount|bubble|filter-controls|permitted-link|place-bubble|status-badge|time|tooltip|use-copy))\b/;

/**
 * Drawn once a page, or when something failed: what the React Compiler adds to remember earlier drawings would be
 * two more KiB on the first page, and save nothing that one could feel.
 */
const notCompiled =
  /[\\/]dashboard[\\/](app|features[\\/](shell|sign-in)|ui[\\/](button|[a-z-]*(alert|state)|filter-controls|logo|no-permission|page|data-table[\\/](header-cell|no-rows|pagination|skeleton-rows)))\b/;

export default defineConfig({
  plugins: [
    react({ compiler: true, exclude: [/node_modules/, notCompiled], refreshExclude: /node_modules/ }),
    preload('page'),
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
        codeSplitting: {
          // Files shared by pages one by one would be twenty small ones, which compress a tenth worse.
          groups: [
            { name: 'start', tags: ['$initial'] },
            { name: 'page', test: pageParts },
            { name: 'wallets', test: /[\\/]features[\\/]wallets[\\/]/ },
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
