import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';

type Decompress = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const decompressors: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  zstd: promisify(zstdDecompress),
};

/** Some providers compress without being asked to, and a few of them without saying so. */
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

export type Decompressed = {
  bytes: Buffer;
  /** What is left of the encoding: undefined for a body that can be read as it is. */
  encoding: string | undefined;
};

/**
 * A body as it was before it was compressed. Unchanged if the encoding is unknown, or is not what it says. Throws an
 * error with undici's code for a body that is too long.
 */
export async function decompress(
  bytes: Buffer,
  encoding: string | undefined,
  maxOutputLength: number,
): Promise<Decompressed> {
  const named = encoding?.trim().toLowerCase();
  const isUnnamed = named === undefined || named === '' || named === 'identity';
  const codec = isUnnamed ? (isGzip(bytes) ? 'gzip' : undefined) : named;
  if (codec === undefined || bytes.length === 0) return { bytes, encoding: undefined };
  const run = decompressors[codec];
  if (run === undefined) return { bytes, encoding };
  try {
    return { bytes: await run(bytes, { maxOutputLength }), encoding: undefined };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      const tooLong = new Error('The answer is too long once it is decompressed.', { cause: error });
      throw Object.assign(tooLong, { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
    }
    return { bytes, encoding };
  }
}
