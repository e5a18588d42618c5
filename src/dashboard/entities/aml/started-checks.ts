import { storedSetting } from '#dashboard/lib/setting.ts';

/** The ids of checks that were started in this browser and whose end has not been announced. */
const started = storedSetting('aml-started', (stored) => stored ?? '');
const most = 200;

const idsOf = (text: string) => text.split(',').filter((id) => id !== '');

/** Remembers checks that were started in this browser and are still running. */
export function rememberStarted(ids: readonly string[]): void {
  if (ids.length > 0) started.set([...idsOf(started.get()), ...ids].slice(-most).join(','));
}

/** The given checks that were started here; each is returned once. */
export function takeStarted(ended: readonly string[]): string[] {
  const ids = idsOf(started.get());
  const claimed = ids.filter((id) => ended.includes(id));
  if (claimed.length > 0) started.set(ids.filter((id) => !claimed.includes(id)).join(','));
  return claimed;
}
