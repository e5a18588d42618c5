import type { Plugin, Rolldown } from 'vite';

/** Where the server adds what a page needs beyond the entry; its content is put into the head after the first paint. */
const template = '<template id="after-first-paint">';

// Two frames, since a callback of the first one runs before it is painted. A hidden page paints none.
const start = `
      (() => {
        const start = () =>
          document.head.append(document.getElementById('after-first-paint').content);
        if (document.hidden) start();
        else requestAnimationFrame(() => requestAnimationFrame(start));
      })();
    `;

/**
 * Lets the browser paint `index.html` before it asks for scripts: the styles come within the page, the scripts start
 * when it is painted. Otherwise half a MiB of them may be there first, and be compiled and run before anything shows.
 */
export function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const held: string[] = [];
        const hold = (tag: string) => {
          held.push(tag);
          return '';
        };
        const page = html
          // What the entry imports, as scripts of their own before it: each is run in a task of its own.
          .replaceAll(
            /<link rel="modulepreload"([^>]*) href="([^"]+)"([^>]*)>\s*/g,
            (_tag, before, file, after) =>
              hold(`<script type="module"${before} src="${file}"${after}></script>`),
          )
          .replaceAll(/<script type="module"[^>]*><\/script>\s*/g, hold)
          .replaceAll(
            /<link rel="stylesheet"[^>]* href="\/([^"]+)"( nonce="[^"]+")?>/g,
            (tag, file: string, nonce = '') => {
              // Never loaded: it tells what later parts load that these styles are there.
              hold(tag.replace('>', ' disabled>'));
              return `<style${nonce}>${styles(bundle, file)}</style>`;
            },
          );
        return page.replace(
          '</body>',
          () =>
            `${template}${held.join('')}</template><script nonce="__CSP_NONCE__">${start}</script></body>`,
        );
      },
    },
  };
}

function styles(bundle: Rolldown.OutputBundle, file: string): string {
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error(`The build has no file ${file}.`);
  return asset.source.toString().trim();
}
