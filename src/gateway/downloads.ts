import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What the activity log says about a file that is handed out: `bytes`, `sha256` and what it is. */
type DownloadFacts = Readonly<Record<string, unknown>> & { bytes: number; sha256: string };

/** A file that is handed out under a name of its own, and never shown as a page. */
export type Download = {
  name: string;
  /** Its media type. */
  type: string;
  content: Buffer | Readable;
  headers?: Record<string, string>;
};

const ofStreams = new WeakMap<Readable, DownloadFacts>();

/** A file that is read while it is sent, with what is known of it beforehand. */
export function streamedFile(content: AsyncIterable<Buffer>, facts: DownloadFacts): Readable {
  const stream = Readable.from(content, { objectMode: false });
  ofStreams.set(stream, facts);
  return stream;
}

/** What the activity log says about a response; undefined if it is no file. */
export function downloadFacts(payload: unknown): DownloadFacts | undefined {
  if (payload instanceof Readable) return ofStreams.get(payload);
  if (!Buffer.isBuffer(payload)) return undefined;
  return { bytes: payload.length, sha256: createHash('sha256').update(payload).digest('hex') };
}

/** Sends a file to be saved. */
export function sendDownload(reply: FastifyReply, { name, type, content, headers }: Download): FastifyReply {
  return reply
    .type(type)
    .headers({
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    })
    .send(content);
}
