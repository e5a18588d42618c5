import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRepeatedKey } from './repeated-key.ts';
import { processorMs } from './testing-processor-time.ts';

/** A key as JSON may write it: with any of its characters escaped. */
const spelling = (key: string) =>
  fc.array(fc.boolean(), { minLength: key.length, maxLength: key.length }).map((escapes) => {
    const units = Array.from({ length: key.length }, (_, i) => key.charCodeAt(i));
    const written = units.map((unit, i) =>
      escapes[i] === true
        ? `\\u${unit.toString(16).padStart(4, '0')}`
        : JSON.stringify(String.fromCharCode(unit)).slice(1, -1),
    );
    return `"${written.join('')}"`;
  });

const keys = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('a', 'b', '__proto__', 'constructor', '', '"', '\\', '{', '},', ':', '[0]', '1'),
);

const space = fc.constantFrom('', ' ', '\n\t');

/** JSON of any form without a repeated key. */
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', '-1.5e+3', '""', '"{\\"a\\":1,\\"a\\":2}"', '[]', '{}'),
    keys.chain(spelling),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},`)}]`),
    fc
      .uniqueArray(fc.tuple(keys, tie('value'), space), { selector: ([key]) => key, maxLength: 5 })
      .chain((members) =>
        fc
          .tuple(...members.map(([key]) => spelling(key)))
          .map((names) =>
            names.map((name, i) => `${members[i]?.[2]}${name}${members[i]?.[2]}:${members[i]?.[1]}`),
          ),
      )
      .map((members) => `{${members.join(',')}}`),
  ),
}));

describe('findRepeatedKey', () => {
  it('finds none in JSON whose objects name each key once', () => {
    fc.assert(
      fc.property(json, (text) => {
        JSON.parse(text);
        expect(findRepeatedKey(text)).toBeUndefined();
      }),
      { numRuns: 2000 },
    );
  });

  it('finds a key that an object names twice, however it is spelled and wherever the object is', () => {
    const repeated = fc.tuple(keys, json, json, json).chain(([key, ...values]) =>
      fc
        .tuple(spelling(key), spelling(key), fc.constantFrom('', '"other key":0,'))
        .map(([first, again, between]) => {
          const [before, one, two] = values;
          const inner = `{${first}:${one},${between}${again}:${two}}`;
          return { key, text: `[${before},{"outer":${inner}}]` };
        }),
    );
    fc.assert(
      fc.property(repeated, ({ key, text }) => {
        fc.pre(key !== 'other key');
        JSON.parse(text);
        expect(findRepeatedKey(text)).toBe(`[1].outer.${key}`);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a":{"b":1},"c":{"b":2,"d":{"b":3,"b":4}}}', 'c.d.b'],
    ['{"list":[{"a":1},{"a":1,"a":2}]}', 'list[1].a'],
    ['[[0,{"a":1,"a":1}]]', '[0][1].a'],
  ])('reports of %s where the key is', (text, path) => {
    expect(findRepeatedKey(text)).toBe(path);
  });

  it('reads megabytes of braces, brackets and strings in a moment', () => {
    const texts = [
      '['.repeat(500_000) + ']'.repeat(500_000),
      JSON.stringify('\\"'.repeat(300_000)),
      JSON.stringify('\n'.repeat(8_000_000)),
      JSON.stringify('"'.repeat(8_000_000)),
      JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [`key${i}`, 1]))),
    ];
    const spentMs = processorMs(() => {
      for (const text of texts) expect(findRepeatedKey(text)).toBeUndefined();
    });
    expect(spentMs).toBeLessThan(3_000);
  });
});
