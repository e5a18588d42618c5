import react from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite-precompress.ts';
import { noncePlaceholder } from './src/contract/first-screen.ts';
import { preload } from './scripts/vite-preload.ts';

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

export default defineConfig(({ isSsrBuild = false }) => ({
  // What the server draws is made of the same code, in one build of its own.
  plugins: [react(), ...(isSsrBuild ? [] : [preload(), precompress()])],
  ssr: { noExternal: true },
  // Vite leaves this to the process that runs a server's code. React would warn developers, at several times the cost.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  css: {
    postcss: { plugins: [presetMantine()] },
    modules: { generateScopedName: '[local]_[hash:base64:5]' },
  },
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir: 'dist/dashboard',
    target: 'baseline-widely-available',
    // A data: URI would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // All styles together compress to what a page's own dozen files would take, and are there at the first paint.
    cssCodeSplit: false,
    // The server names in each page what it needs. For later pages, such lists would be 3 KiB of every first load.
    modulePreload: false,
    copyPublicDir: !isSsrBuild,
    // People see this build at their first start. What pages load is limited by `npm run test:first-load`.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      checks: { pluginTimings: false },
      // A package's scripts only define what they export: those that nothing on a page uses need not be there.
      treeshake: { moduleSideEffects: [{ test: /[\\/]node_modules[\\/].*\.[cm]?js$/, sideEffects: false }] },
      output: isSsrBuild
        ? {}
        : {
            // Most of what every page needs runs at once. With this, Chromium compiles it while it is still loading.
            postBanner: ({ isEntry }) => (isEntry ? '//# allFunctionsCalledOnLoad' : ''),
            chunkFileNames: 'assets/[hash:7].js',
            assetFileNames: 'assets/[hash:7][extname]',
            // What every page needs comes in one file: it compresses better than a dozen small ones.
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'] },
                // What the kit's components have in common is small, and must not bring one of them along.
                { name: 'kit', test: /[\\/]node_modules[\\/]@mantine[\\/]core[\\/]esm[\\/]core[\\/]/ },
                // What most pages share, in a few files: each by itself, they would be dozens, and a phone waits longer for
                // another file than for the few kilobytes that a page gets beside what it needs.
                { name: 'shared', entriesAware: true, minShareCount: 11, entriesAwareMergeThreshold: 7_000 },
              ],
            },
          },
    },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    // In one of several accounts as well.
    proxy: { '^(?:/a/[^/]+)?/(?:api|console|session|qr|reference)(?:[/?]|$)': server },
  },
}));
