import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimal } from './decimal.ts';
import { decimalFromJson, ExactNumber, hasMoreValues, parseJson, stringifyJson } from './json.ts';

/** Number texts of every form that JSON knows. */
const numberTexts = fc.stringMatching(/^-?(0|[1-9][0-9]{0,40})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,4})?$/);

describe('parseJson and stringifyJson', () => {
  it('give every number back with the text it came with', () => {
    fc.assert(
      fc.property(numberTexts, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
      {
        numRuns: 2000,
      },
    );
    for (const text of ['0', '-0', '1.0', '-0.0', '1e400', '1E+2', '0.1', '9007199254740993', '1e-400']) {
      expect(stringifyJson(parseJson(text))).toBe(text);
    }
  });

  it('give a whole document back unchanged', () => {
    const document = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('null', 'true', 'false'),
        numberTexts,
        fc.string().map((text) => JSON.stringify(text)),
        fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
        // Keys with a letter in front: a key that is an array index moves to the front of an object.
        fc
          .dictionary(
            fc.oneof(
              fc.constant('__proto__'),
              fc.string().map((key) => `k${key}`),
            ),
            tie('value'),
          )
          .map(
            (object) =>
              `{${Object.entries(object)
                .map(([key, value]) => `${JSON.stringify(key)}:${value}`)
                .join(',')}}`,
          ),
      ),
    })).value;
    fc.assert(
      fc.property(document, (text) => {
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('make numbers of small integers and exact numbers of all others', () => {
    expect(parseJson('[0, -7, 999999999999999]')).toEqual([0, -7, 999_999_999_999_999]);
    const exact = ['1000000000000000', '0.1', '1.0', '-0', '1e2', '1234567890.123456789012345678'];
    expect(parseJson(`[${exact.join()}]`)).toEqual(exact.map((source) => new ExactNumber(source)));
  });

  it('keep a key __proto__ an own property and every prototype clean', () => {
    const parsed = parseJson(
      '{"__proto__": {"polluted": 1.5}, "constructor": {"prototype": {"polluted": 1}}}',
    );
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Object.keys(parsed as object)).toEqual(['__proto__', 'constructor']);
    expect('polluted' in {}).toBe(false);
    expect(stringifyJson(parsed)).toBe(
      '{"__proto__":{"polluted":1.5},"constructor":{"prototype":{"polluted":1}}}',
    );
  });

  it.each(['', '{', '[1,]', '01', '+1', '1.', '.5', 'NaN', "{'a':1}", '{"a":1}x', '\u0000', '[1e]'])(
    'refuse the malformed text %j with a SyntaxError',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('refuse a nesting without end as malformed, not with an exhausted stack', () => {
    expect(() => parseJson('['.repeat(1e6) + ']'.repeat(1e6))).toThrow(SyntaxError);
  });

  it.each([undefined, () => 1, Symbol('x')])('refuse to write what has no JSON text (%#)', (value) => {
    expect(() => stringifyJson(value)).toThrow(TypeError);
  });
});

describe('ExactNumber', () => {
  it('carries a decimal to the wire and back unchanged', () => {
    for (const text of ['0', '-1', '1.5', '1234567890.123456789012345678', '0.000000000000000001']) {
      const written = stringifyJson({ amount: ExactNumber.fromDecimal(decimal(text)) });
      expect(written).toBe(`{"amount":${text}}`);
      const { amount } = parseJson(written) as { amount: unknown };
      expect(decimalFromJson(amount)).toBe(text);
    }
  });

  it('is written exactly by JSON.stringify too', () => {
    expect(JSON.stringify([new ExactNumber('0.10')])).toBe('[0.10]');
  });

  it('reads an exponent as its exact value, and no value from a number too long for an amount', () => {
    expect(new ExactNumber('1.50e-7').toDecimal()).toBe('0.00000015');
    expect(new ExactNumber('1e999999999').toDecimal()).toBeUndefined();
  });

  it.each(['', '1,2', '1"', '{}', 'null', '01', '1.0,2', ' 1', '1\n', '"1"'])(
    'refuses to hold %j',
    (source) => {
      expect(() => new ExactNumber(source)).toThrow(SyntaxError);
    },
  );

  it('has no decimal if there is no exact number', () => {
    for (const value of ['1', null, undefined, 0.1, Number.NaN, true, {}, { source: '1' }]) {
      expect(decimalFromJson(value)).toBeUndefined();
    }
    expect(decimalFromJson(-5)).toBe('-5');
  });
});

describe('hasMoreValues', () => {
  it('counts values at any depth, and follows any nesting', () => {
    const six = { a: [1, 'two', null], b: {} };
    expect(hasMoreValues(six, 5)).toBe(true);
    expect(hasMoreValues(six, 6)).toBe(false);
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    expect(hasMoreValues(deep, 99_999)).toBe(true);
    expect(hasMoreValues(deep, 100_000)).toBe(false);
  });
});
