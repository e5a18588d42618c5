import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Operation } from '#contract/operation.ts';

type Compression = Required<Pick<RouteOptions, 'compress'>>;

/**
 * For a route whose responses grant no access to anything. Each is made for one request, so it can't wait for the best
 * quality, which takes a hundred times as long. A short one fits into one packet anyway.
 */
const compressed = withQuality(4);

/**
 * The same for pages: rows that were drawn become a tenth smaller than with 4, and lists of data don’t. A part of a
 * page is sent at once, without waiting for the next.
 */
export const compressedPage = withQuality(5, {
  brotli: constants.BROTLI_OPERATION_FLUSH,
  gzip: constants.Z_SYNC_FLUSH,
});

function withQuality(quality: number, flush?: { brotli: number; gzip: number }): Compression {
  return {
    compress: {
      threshold: 1400,
      encodings: ['br', 'gzip'],
      brotliOptions: {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality },
        ...(flush && { flush: flush.brotli }),
      },
      zlibOptions: { level: 6, ...(flush && { flush: flush.gzip }) },
    },
  };
}

/** How a route compresses what it sends for the operation: the one place that decides it, wherever it is served. */
export function compressionOf(operation: Operation): Compression {
  return operation.grantsAccess === true ? { compress: false } : compressed;
}

/** Lets routes compress their responses. Only those that ask for it do: no stream of events, file or unknown path. */
export function allowCompression(app: FastifyInstance): void {
  void app.register(fastifyCompress, { global: false });
}
