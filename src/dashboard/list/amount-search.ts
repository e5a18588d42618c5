import { isCurrency } from '#domain/networks.ts';

/**
 * Whether the user searched for an amount, which no list's search covers: the text is a number, with or without a
 * currency, and none of the IDs that it found.
 */
export function isAmountSearch(text: string, foundIds: readonly unknown[]): boolean {
  return looksLikeAmount(text) && !foundIds.includes(text);
}

/** `1250`, `1,250.50`, `12,5`, `12.5 usdt`. */
function looksLikeAmount(text: string): boolean {
  const [, currency] = /^\d[\d., ]*([a-z]*)$/i.exec(text) ?? [];
  return currency === '' || isCurrency(currency?.toUpperCase() ?? '');
}
