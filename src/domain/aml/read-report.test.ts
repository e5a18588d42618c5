import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../json.ts';
import { findingsOf, unreadCategories } from './findings.ts';
import { type AmlFindings, parseReport } from './read-report.ts';

function answer(params: object, more: object = {}): string {
  const data = {
    user_id: '1',
    message: '',
    aml_score: 12,
    params,
    pdf_link: '',
    checks_balance: '4',
    ...more,
  };
  return stringifyJson({ code: '200', error_code: null, error_message: null, data });
}

function read(params: object, more: object = {}): AmlFindings {
  const findings = parseReport(answer(params, more));
  if (findings === undefined) throw new Error('There is a report in it.');
  return findings;
}

describe('a report', () => {
  it('is read whole from the published form, digit by digit', () => {
    const text = `{"code":"200","data":{"user_id":"1","message":"<b>Fine</b>","aml_score":12.3400000000000000001,
      "params":{"owner":"Exchange","transactions":{"total":3,"inputs":2,"outputs":1},
      "balances":{"USDT":0.1000000000000000055},"last_operation":"2026-01-02","risk":{"score":12.3,"level":"LOW"},
      "sources_of_funding":{"A":60.5,"B":39.5},"types_of_funding":{"exchange":99.99}},
      "pdf_link":"https://provider.example/1.pdf","checks_balance":"7"}}`;
    expect(parseReport(text)).toEqual({
      score: '12.3400000000000000001',
      categories: { shares: [{ name: 'exchange', share: '99.99' }], remainder: '0.01' },
      directExposure: null,
      directHits: [],
      hasUnreadCategories: false,
      sources: {
        shares: [
          { name: 'A', share: '60.5' },
          { name: 'B', share: '39.5' },
        ],
        remainder: '0',
      },
      owner: 'Exchange',
      transactions: { total: '3', inputs: '2', outputs: '1' },
      balances: [{ currency: 'USDT', amount: '0.1000000000000000055' }],
      lastOperation: '2026-01-02',
      risk: { score: '12.3', level: 'LOW' },
      message: [[{ text: 'Fine', isBold: true, isItalic: false }]],
      pdfLink: 'https://provider.example/1.pdf',
      checksBalance: '7',
      other: [],
    });
  });

  it('is read without the envelope too', () => {
    expect(parseReport('{"aml_score": 3, "params": {}}')?.score).toBe('3');
  });

  it.each([
    '',
    'null',
    '[]',
    '"text"',
    '<html>',
    '{}',
    '{"data": null}',
    '{"data": {"uid": "1"}}',
    '{"data":[1]}',
  ])('is not found in %j', (text) => {
    expect(parseReport(text)).toBeUndefined();
  });

  it('says by how much shares fall short of a hundred, or exceed it', () => {
    expect(read({ types_of_funding: { a: 30, b: 20 } }).categories.remainder).toBe('50');
    expect(read({ types_of_funding: { a: 80, b: 45.5 } }).categories.remainder).toBe('-25.5');
    expect(read({ types_of_funding: {} }).categories.remainder).toBeNull();
    expect(read({}).categories).toEqual({ shares: [], remainder: null });
  });

  it('reads percentages that are text, and puts the largest first', () => {
    const { categories } = read({ types_of_funding: { a: '5', b: '12.5 %', c: ' 7% ' } });
    expect(categories.shares).toEqual([
      { name: 'b', share: '12.5' },
      { name: 'c', share: '7' },
      { name: 'a', share: '5' },
    ]);
  });

  it('names a category whose share cannot be read, and keeps what it came with', () => {
    const { categories, other } = read({
      types_of_funding: {
        none: null,
        below: -3,
        nested: { x: 1 },
        huge: '9'.repeat(60),
        list: [1],
        good: 10,
      },
    });
    expect(categories.shares[0]).toEqual({ name: 'good', share: '10' });
    expect(categories.shares.slice(1).map(({ name, share }) => [name, share])).toEqual([
      ['none', null],
      ['below', null],
      ['nested', null],
      ['huge', null],
      ['list', null],
    ]);
    expect(categories.remainder).toBe('90');
    expect(other.map(({ path }) => path)).toEqual([
      'params.types_of_funding.below',
      'params.types_of_funding.nested',
      'params.types_of_funding.huge',
      'params.types_of_funding.list',
    ]);
  });

  it('reports where categories may be in a form that is not read', () => {
    const findings = read({ types_of_funding: [{ name: 'sanctions', share: 100 }] });
    expect(findings.hasUnreadCategories).toBe(true);
    expect(findings.other).toEqual([
      { path: 'params.types_of_funding', value: [{ name: 'sanctions', share: 100 }] },
    ]);
    expect(read({ types_of_funding: null }).hasUnreadCategories).toBe(false);
  });

  it('names the categories of direct hits beside those of the funds, each once', () => {
    const hit = { role: 'address', address: 'T1', entity: 'Gang', category: 'Sanctions', source: 'OFAC' };
    const findings = read({
      types_of_funding: { sanctions: 100 },
      direct_hits: [hit, { ...hit, category: 'mixer' }],
    });
    expect(findings.directHits[0]).toEqual(hit);
    expect(findingsOf(findings)).toEqual([
      { name: 'sanctions', share: '100', direct: null, isDirectHit: true },
      { name: 'mixer', share: null, direct: null, isDirectHit: true },
    ]);
    expect(findings).toMatchObject({ other: [], hasUnreadCategories: false });
  });

  it('keeps direct hits of which one cannot be read', () => {
    const findings = read({ direct_hits: [{ category: 'mixer' }, 5] });
    expect(findingsOf(findings)).toEqual([
      { name: 'mixer', share: null, direct: null, isDirectHit: true },
      { name: unreadCategories, share: null, direct: null, isDirectHit: false },
    ]);
    expect(findings).toMatchObject({ hasUnreadCategories: true, other: [{ path: 'params.direct_hits' }] });
  });

  it('has a score that is text, and none without a number', () => {
    expect(read({}, { aml_score: '45.50' }).score).toBe('45.5');
    expect(read({}, { aml_score: 'n/a' })).toMatchObject({
      score: null,
      other: [{ path: 'aml_score', value: 'n/a' }],
    });
    expect(read({}, { aml_score: null }).score).toBeNull();
  });

  it('hides no field that it does not know, wherever it is', () => {
    const { other } = read(
      {
        cluster: { id: 7 },
        owner: 5,
        risk: { score: 1, reasons: ['x'] },
        transactions: { total: 1, first: '2020' },
        balances: { BTC: 'many' },
      },
      { cost: '3' },
    );
    expect(other).toEqual([
      { path: 'params.transactions.first', value: '2020' },
      { path: 'params.risk.reasons', value: ['x'] },
      { path: 'params.balances.BTC', value: 'many' },
      { path: 'params.cluster', value: { id: 7 } },
      { path: 'params.owner', value: 5 },
      { path: 'cost', value: '3' },
    ]);
  });

  it('keeps a category named like a part of the language apart from it', () => {
    const findings = parseReport(
      '{"aml_score": 1, "params": {"types_of_funding": {"__proto__": 60, "constructor": 40}}}',
    );
    expect(findings?.categories.shares).toEqual([
      { name: '__proto__', share: '60' },
      { name: 'constructor', share: '40' },
    ]);
  });

  it('is not read if it has far more than any report has, and what is not read is listed', () => {
    const many = Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`category ${index}`, 0.01]));
    const long = { ['x'.repeat(100_001)]: 1 };
    const hits = Array.from({ length: 2001 }, () => ({ category: 'mixer' }));
    for (const params of [
      { types_of_funding: many },
      { types_of_funding: long },
      { direct_hits: hits },
      { direct_hits: [{ category: 'x'.repeat(100_001) }] },
    ]) {
      const findings = read(params, {
        checks_balance: '4'.repeat(101),
        pdf_link: `https://${'x'.repeat(4096)}`,
      });
      expect(findingsOf(findings)).toMatchObject([{ name: unreadCategories, share: null }]);
      expect(findings).toMatchObject({ checksBalance: null, pdfLink: '' });
      expect(findings.other.map(({ path }) => path)).toEqual([
        `params.${Object.keys(params)[0]}`,
        'pdf_link',
        'checks_balance',
      ]);
    }
  });

  it('is read without an error whatever it contains', () => {
    const names = [
      'owner',
      'risk',
      'direct_hits',
      'balances',
      'transactions',
      'types_of_funding',
      'sources_of_funding',
    ];
    const params = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
    fc.assert(
      fc.property(params, fc.jsonValue(), fc.jsonValue(), (some, message, score) => {
        const text = answer(some, { message, aml_score: score });
        expect(() => findingsOf(parseReport(text) ?? read({}))).not.toThrow();
      }),
    );
  });
});
