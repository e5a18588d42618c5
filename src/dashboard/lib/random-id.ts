/** Random bytes in hexadecimal. `crypto.randomUUID` is undefined on a page that was loaded over plain http. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
