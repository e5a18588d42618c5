/** A name for a payment that nobody has used: the day, so that people find it, and 48 random bits. */
export function newExternalId(now = new Date()): string {
  // Not randomUUID, which browsers only have over https.
  const random = crypto.getRandomValues(new Uint8Array(6));
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `wd-${now.toISOString().slice(0, 10)}-${hex}`;
}
