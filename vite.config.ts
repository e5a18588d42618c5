import babel from '@rolldown/plugin-babel';
import react, { reactCompilerPreset } from '@vitejs/plugin-react';
import presetMantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite-precompress.ts';

const server = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

export default defineConfig({
  plugins: [react(), babel({ presets: [reactCompilerPreset()] }), precompress()],
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
      // One file for all that every page needs compresses better than the twenty that sharing makes of it.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] } },
    },
    license: { fileName: 'licenses.md' },
  },
  server: {
    port: 5173,
    proxy: { '/api': server, '/session': server, '/healthz': server },
  },
});
