import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * Names a chunk and its styles in the page's head, so that the browser fetches them beside the entry and not
 * after it has run. For what every page needs, though only lazy code imports it.
 */
export function preload(chunkName: string): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === chunkName);
        if (chunk?.type !== 'chunk') throw new Error(`The build has no chunk named ${chunkName}.`);
        const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
          },
          ...styles.map((file): HtmlTagDescriptor => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'style', crossorigin: true, href: `/${file}` },
          })),
        ];
      },
    },
  };
}
