/** The words with a capital first letter, as a sentence or a heading begins: "the checksum is wrong" → "The …". */
export function capitalise(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
