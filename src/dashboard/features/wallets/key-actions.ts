import type { WalletAction } from '#dashboard/entities/wallets/wallet-paths.ts';

export type KeyAction = WalletAction | 'copy' | 'create' | 'filter' | 'down';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>;

const actions: Partial<Record<string, KeyAction>> = {
  c: 'create',
  n: 'create',
  '/': 'filter',
  a: 'copy',
  r: 'rename',
  s: 'status',
  d: 'delete',
  Delete: 'delete',
  ArrowDown: 'down',
};

/** What a key pressed outside of any field asks for; undefined when it is the browser's or nobody's. */
export function keyAction(event: Pressed): KeyAction | undefined {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  return Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
}
