import { type Agent, request } from 'undici';
import { guardedAgent } from '#http/guarded-agent.ts';
import { isMetadataAddress, isPublicAddress } from '#http/private-address.ts';

/** A file could not be fetched. The message is for the log. */
class FileFetchError extends Error {
  override readonly name = 'FileFetchError';
}

export type FileLimits = {
  maximumBytes: number;
  /** For all of it together, redirects included. */
  timeoutMs: number;
  /** May be at a private address: the operator has named it. With its port, where other things may be at others. */
  trustedHost?: string | undefined;
};

const MOST_REDIRECTS = 3;

/**
 * Fetches what a third party's link leads to, without any key or cookie. Never from a private address (but for the
 * trusted host), whatever names and redirects lead there: the link must not make this machine read what only it can
 * reach. Throws a FileFetchError.
 */
export async function fetchFile(link: string, limits: FileLimits): Promise<Buffer> {
  const { timeoutMs, maximumBytes, trustedHost } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  const agents: Agent[] = [];
  try {
    let url = readLink(link);
    for (let redirects = 0; ; redirects += 1) {
      const agent = agentFor(url, trustedHost, maximumBytes);
      agents.push(agent);
      const answer = await request(url, {
        dispatcher: agent,
        signal,
        headers: { accept: 'application/pdf', 'user-agent': 'wallet-console' },
      });
      const { statusCode: status, headers } = answer;
      if (status >= 300 && status < 400 && redirects < MOST_REDIRECTS) {
        await answer.body.dump();
        url = readLink(headers['location']?.toString() ?? '', url);
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

function readLink(link: string, base?: URL): URL {
  const url = URL.parse(link, base?.href);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isPlain) throw new FileFetchError('the link is neither http nor https');
  if (base?.protocol === 'https:' && url.protocol !== 'https:') {
    throw new FileFetchError('it redirects from https to http');
  }
  return url;
}

function agentFor(url: URL, trustedHost: string | undefined, maximumBytes: number): Agent {
  const isReachable = url.host === trustedHost ? isNoMetadata : isPublicAddress;
  return guardedAgent(url, isReachable, { maxResponseSize: maximumBytes });
}

function isNoMetadata(address: string): boolean {
  return !isMetadataAddress(address);
}
