import * as z from 'zod/mini';
import { currencies, walletStatuses, walletTypes, withdrawalNetworks } from '#domain/networks.ts';

// Fields whose values providers write in more ways than the interface shows. For a server they are plain text; a reader
// recognizes them by their schema (see normalize-answer.ts).

const spellings = new WeakMap<z.ZodMiniType, ReadonlyMap<string, string>>();

/**
 * Text with some known values and any others. A known value in another case is read as the known one; others are read
 * as they are written.
 */
export function openText(known: readonly string[]): z.ZodMiniString {
  const schema = z.string();
  spellings.set(schema, new Map(known.map((value) => [value.toLowerCase(), value])));
  return schema;
}

/** The known values of an open text, by their lowercase form; undefined for any other schema. */
export function spellingsOf(schema: z.ZodMiniType): ReadonlyMap<string, string> | undefined {
  return spellings.get(schema);
}

/** A moment as text. Providers also write seconds, milliseconds or microseconds since 1970 (see `parseForeignTime`). */
export const timeText = z.string();

export const networkCode = openText(withdrawalNetworks);
export const currencyCode = openText(currencies);
export const walletType = openText(walletTypes);
export const walletStatus = openText(walletStatuses);
