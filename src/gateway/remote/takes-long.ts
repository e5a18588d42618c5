import { hasMoreValues } from '#domain/json.ts';

/** Some thirty thousand rows, should a provider send them all at once. More take longer than others should wait. */
const MOST_VALUES = 500_000;

/** Whether parsing takes long. What is no JSON is refused at once. Runs in a thread. */
export function takesLong(bytes: Uint8Array): boolean {
  try {
    return hasMoreValues(JSON.parse(Buffer.from(bytes).toString('utf8')), MOST_VALUES);
  } catch {
    return false;
  }
}
