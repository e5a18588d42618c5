import { type Agent, request } from 'undici';
import { guardedAgent } from '#http/guarded-agent.ts';
import { isMetadataAddress } from '#http/private-address.ts';

/** A file could not be fetched. The message is for the log. */
class FileFetchError extends Error {
  override readonly name = 'FileFetchError';
}

export type FileRules = {
  maximumBytes: number;
  /** For all of it together, redirects included. */
  timeoutMs: number;
  /** Where files may be fetched from. They may be at private addresses: the operator has named them. */
  origins: ReadonlySet<string>;
};

const MOST_REDIRECTS = 3;

/**
 * Fetches what a third party's link leads to, without any key or cookie: only from origins that the operator has named,
 * whatever redirects lead elsewhere, and never from where a cloud gives out credentials, whatever a name leads to. A
 * link must not make this machine read what only it can reach, or tell a stranger what it looks at. Throws a
 * FileFetchError.
 */
export async function fetchFile(link: string, rules: FileRules): Promise<Buffer> {
  const { timeoutMs, maximumBytes, origins } = rules;
  const signal = AbortSignal.timeout(timeoutMs);
  const agents: Agent[] = [];
  try {
    let url = allowedUrl(link, origins);
    for (let redirects = 0; ; redirects += 1) {
      const agent = guardedAgent(url, isNoMetadata, { maxResponseSize: maximumBytes });
      agents.push(agent);
      const answer = await request(url, {
        dispatcher: agent,
        signal,
        headers: { accept: 'application/pdf', 'user-agent': 'wallet-console' },
      });
      const { statusCode: status, headers } = answer;
      if (status >= 300 && status < 400 && redirects < MOST_REDIRECTS) {
        await answer.body.dump();
        url = allowedUrl(headers['location']?.toString() ?? '', origins, url);
        continue;
      }
      if (status !== 200) throw new FileFetchError(`it responds with status ${status}`);
      return Buffer.from(await answer.body.bytes());
    }
  } catch (error) {
    if (error instanceof FileFetchError) throw error;
    throw new FileFetchError(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await Promise.all(agents.map(async (agent) => agent.destroy()));
  }
}

function allowedUrl(link: string, origins: ReadonlySet<string>, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain) throw new FileFetchError('the link is neither http nor https');
  if (!origins.has(url.origin)) {
    const place = url.protocol === 'https:' ? url.host : url.origin;
    const what = base === undefined ? 'the link leads' : `${base.host} redirects`;
    throw new FileFetchError(
      `${what} to ${place}, which isn’t the provider’s own host. To allow files from there, add ${place} to FILE_HOSTS`,
    );
  }
  return url;
}

function isNoMetadata(address: string): boolean {
  return !isMetadataAddress(address);
}
