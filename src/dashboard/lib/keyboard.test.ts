import { expect, it } from 'vitest';
import { isCharacterKey } from './keyboard.ts';

it('tells letters, which can be switched off, from named keys', () => {
  expect(['d', '/', 'Delete', 'ArrowDown'].map(isCharacterKey)).toEqual([true, true, false, false]);
});
