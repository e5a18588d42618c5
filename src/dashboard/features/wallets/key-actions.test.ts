import { describe, expect, it } from 'vitest';
import { keyAction } from './key-actions.ts';

const press = (key: string, more = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  ...more,
});

describe('the keys of the wallet list', () => {
  it.each([
    ['c', 'create'],
    ['n', 'create'],
    ['/', 'filter'],
    ['a', 'copy'],
    ['r', 'rename'],
    ['s', 'status'],
    ['d', 'delete'],
    ['Delete', 'delete'],
  ])('%s asks for %s', (key, action) => {
    expect(keyAction(press(key))).toBe(action);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isComposing: true },
    { defaultPrevented: true },
  ])('leave a key alone that is the browser’s or handled already: %j', (more) => {
    expect(keyAction(press('d', more))).toBeUndefined();
  });

  it.each(['x', 'Enter', 'constructor', '__proto__'])('ask for nothing: %s', (key) => {
    expect(keyAction(press(key))).toBeUndefined();
  });
});
