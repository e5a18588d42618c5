import { type Html, html } from './html.ts';

/** Code that can be copied. It scrolls, so that the keyboard must reach it. */
export function codeBlock(label: string, code: string): Html {
  return html`<figure class="code">
    <figcaption>${label}</figcaption>
    <pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
  </figure>`;
}

export function jsonBlock(label: string, value: unknown): Html {
  return codeBlock(label, JSON.stringify(value, null, 2));
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

type Call = {
  method: string;
  url: string;
  query?: Readonly<Record<string, string | number>> | undefined;
  body?: unknown;
};

/** The call as a command of a shell, one part a line. */
export function curl({ method, url, query = {}, body }: Call): string {
  const parameters = Object.entries(query);
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return [
    `curl${parameters.length > 0 ? ' -G' : verb} ${quote(url)}`,
    `-H 'token: YOUR_API_KEY'`,
    ...parameters.map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`),
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}
