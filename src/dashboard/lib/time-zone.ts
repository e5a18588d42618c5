import { timeZoneCookie } from '#contract/first-screen.ts';
import { drawing } from './drawing.ts';
import { storedSetting } from './setting.ts';
import { isTimeZone } from './zoned-time.ts';

/** What the person chose: `local` follows the computer; else `UTC` or an IANA name such as `Europe/Berlin`. */
type TimeZoneChoice = string;

/** The zone that times are shown in. */
export type TimeZone = {
  choice: TimeZoneChoice;
  /** The IANA name, `local` resolved. */
  iana: string;
};

/** The computer's own zone. */
export const localZone =
  'Temporal' in globalThis ? Temporal.Now.timeZoneId() : Intl.DateTimeFormat().resolvedOptions().timeZone;

const setting = storedSetting(
  'time-zone',
  (stored) => (stored !== null && isTimeZone(stored) ? stored : 'local'),
  { isToldServer: true },
);

const resolve = (choice: TimeZoneChoice): TimeZone => ({
  choice,
  iana: choice === 'local' ? localZone : choice,
});

/** Chooses a zone, on every screen and in all tabs, for good. */
export const chooseTimeZone = setting.set;

/** The current zone, for code outside of components. */
export const timeZone = (): TimeZone => resolve(drawing()?.iana ?? setting.get());

export function useTimeZone(): TimeZone {
  const choice = setting.use();
  return resolve(drawing()?.iana ?? choice);
}

/** Tells the server the zone, now and whenever it changes, for the pages that it sends. */
export function tellTimeZone(): void {
  writeZoneCookie();
  setting.subscribe(writeZoneCookie);
}

function writeZoneCookie(): void {
  // A year, in seconds.
  document.cookie = `${timeZoneCookie}=${timeZone().iana}; path=/; max-age=31536000; samesite=strict`;
}
