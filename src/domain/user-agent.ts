/** What a browser says of itself; null where it can't be told. */
export type UserAgent = { browser: string | null; system: string | null };

// The first that matches counts: browsers name those that they are built on as well.
const browsers = [
  [/\b(?:Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
] as const;

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\biP(?:hone|od)\b/, 'iOS'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/**
 * The browser and the system of a `User-Agent` header. It says what the browser claims: Safari on an iPad claims to be on
 * macOS, and anyone can send anything.
 */
export function parseUserAgent(text: string | null): UserAgent {
  const nameIn = (known: readonly (readonly [RegExp, string])[]): string | null =>
    known.find(([pattern]) => text !== null && pattern.test(text))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
