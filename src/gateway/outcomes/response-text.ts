import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ProviderAnswer } from '../remote/provider-client.ts';

const LONGEST = 16 * 1024 * 1024;
const decoders = { gzip: gunzipSync, 'x-gzip': gunzipSync, br: brotliDecompressSync, deflate: inflateSync };

/** The body of a response as text, whether or not the provider compressed it; empty where it can't be decoded. */
export function responseText({ body, contentEncoding }: ProviderAnswer): string {
  const name = contentEncoding?.trim().toLowerCase() ?? 'identity';
  const decode = Object.entries(decoders).find(([known]) => known === name)?.[1];
  try {
    const bytes = decode === undefined ? body : decode(body, { maxOutputLength: LONGEST });
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
  } catch {
    return '';
  }
}
