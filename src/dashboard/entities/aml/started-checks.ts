import { storedSetting } from '#dashboard/lib/setting.ts';

/** The ids of checks that were started in this browser and have not been told of since they ended. */
const started = storedSetting('aml-started', (stored) => stored ?? '');
const most = 200;

const idsOf = (text: string) => text.split(',').filter((id) => id !== '');

/** Remembers checks that somebody started here and that run on. */
export function rememberStarted(ids: readonly string[]): void {
  if (ids.length > 0) started.set([...idsOf(started.get()), ...ids].slice(-most).join(','));
}

/** Those of the given checks that were started here; each is given once. */
export function takeStarted(ended: readonly string[]): string[] {
  const ids = idsOf(started.get());
  const taken = ids.filter((id) => ended.includes(id));
  if (taken.length > 0) started.set(ids.filter((id) => !taken.includes(id)).join(','));
  return taken;
}
