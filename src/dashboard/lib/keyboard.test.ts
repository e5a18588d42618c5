import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isShortcut } from './keyboard.ts';

/** A minimal element: the selectors that match it. */
class TestElement {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  closest(selectors: string) {
    return selectors.split(', ').includes(this.name) ? this : null;
  }
}

const target = (name: string) => new TestElement(name) as unknown as Element;

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  target: target('body'),
  ...more,
});

beforeEach(() => vi.stubGlobal('Element', TestElement));
afterEach(() => vi.unstubAllGlobals());

describe('a single key without modifiers', () => {
  it.each(['d', '/', '?', 'Delete', 'ArrowDown'])('may be a shortcut: %s', (key) => {
    expect(isShortcut(press(key), true)).toBe(true);
  });

  it.each([
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { isComposing: true },
    { defaultPrevented: true },
  ])('is left alone when it is the browser’s or handled already: %j', (more) => {
    expect(isShortcut(press('d', more), true)).toBe(false);
  });

  it.each(['input', 'textarea', 'select'])('is left to the field it is typed into: %s', (field) => {
    expect(isShortcut(press('d', { target: target(field) }), true)).toBe(false);
  });

  it('is a shortcut only if it is a named key while letters are switched off', () => {
    expect(['d', '/', '?', 'Delete', 'ArrowDown'].filter((key) => isShortcut(press(key), false))).toEqual([
      'Delete',
      'ArrowDown',
    ]);
  });
});
