import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveRange } from '#dashboard/lib/date-range.ts';
import { instant, instants, zones } from '#dashboard/lib/zones.arbitrary.ts';
import { rangeFields, parseRangeFields } from './range-fields.ts';

const empty = { fromDate: '', fromTime: '', toDate: '', toTime: '' };

function read(fields: Partial<typeof empty>, iana = 'Europe/Berlin') {
  return parseRangeFields({ ...empty, ...fields }, iana);
}

describe('a typed range', () => {
  it('holds both days as a whole', () => {
    expect(read({ fromDate: '2026-10-01', toDate: '2026-10-31' })).toEqual({
      ok: true,
      from: '2026-09-30T22:00:00.000000Z',
      to: '2026-10-31T22:59:59.999999Z',
      notes: [],
    });
  });

  it('ends right before the time of its end', () => {
    const range = { fromDate: '2026-11-21', fromTime: '08:00', toDate: '2026-11-21', toTime: '15:30:12' };
    expect(read(range)).toEqual({
      ok: true,
      from: '2026-11-21T07:00:00.000000Z',
      to: '2026-11-21T14:30:11.999999Z',
      notes: [],
    });
  });

  it('may be open at either end', () => {
    expect(read({ fromDate: '2026-11-21' })).toMatchObject({ ok: true, to: undefined });
    expect(read({ toDate: '2026-11-21' })).toMatchObject({ ok: true, from: undefined });
  });

  it.each([
    [{}, { fromDate: 'Enter a start date, an end date or both.' }],
    [{ fromTime: '08:00', toDate: '2026-11-21' }, { fromDate: 'Enter the date, too.' }],
    [{ fromDate: '2026-11-21', toTime: '08:00' }, { toDate: 'Enter the date, too.' }],
    [{ fromDate: '2026-11-21', toDate: '2026-11-20' }, { toDate: 'The end must be after the start.' }],
    [
      { fromDate: '2026-11-21', fromTime: '08:00', toDate: '2026-11-21', toTime: '08:00' },
      { toDate: 'The end must be after the start.' },
    ],
  ])('is refused, at the field: %j', (fields, errors) => {
    expect(read(fields)).toEqual({ ok: false, errors });
  });

  it('begins and ends where clocks went on, when they jumped over its time, and says so', () => {
    expect(
      read({ fromDate: '2026-03-29', fromTime: '02:30', toDate: '2026-03-29', toTime: '04:00' }),
    ).toEqual({
      ok: true,
      from: '2026-03-29T01:00:00.000000Z',
      to: '2026-03-29T01:59:59.999999Z',
      notes: ['Clocks skipped 02:30:00, so the range begins at 03:00:00 +02:00.'],
    });
  });

  it('includes both hours if clocks showed its time twice, and says so', () => {
    expect(
      read(
        { fromDate: '2026-11-01', fromTime: '01:30', toDate: '2026-11-01', toTime: '01:45' },
        'America/New_York',
      ),
    ).toEqual({
      ok: true,
      from: '2026-11-01T05:30:00.000000Z',
      to: '2026-11-01T06:44:59.999999Z',
      notes: [
        'Clocks showed 01:30:00 twice, so the range begins at the first, 01:30:00 -04:00.',
        'Clocks showed 01:45:00 twice, so the range ends at the second, 01:45:00 -05:00.',
      ],
    });
  });

  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ])('is as long as the day is: %s, %s', (iana, day, hours) => {
    const range = read({ fromDate: day, toDate: day }, iana);
    const length = range.ok && Date.parse(range.to ?? '') - Date.parse(range.from ?? '') + 1;
    expect(length).toBe(hours * 3_600_000);
  });
});

describe('the fields of a range', () => {
  it('are its days alone, when it is of whole days', () => {
    const { from, to } = resolveRange('month', instant('2026-11-21T12:00:00Z'), 'Australia/Lord_Howe');
    expect(rangeFields(from, to, 'Australia/Lord_Howe')).toEqual({
      fromDate: '2026-11-01',
      fromTime: '',
      toDate: '2026-11-30',
      toTime: '',
    });
  });

  it('show an end that includes a moment, as a link may have it, to the second', () => {
    const to = instant('2026-11-21T14:30:12.5Z');
    expect(rangeFields(undefined, to, 'Europe/Berlin')).toEqual({
      ...empty,
      toDate: '2026-11-21',
      toTime: '15:30:12',
    });
  });

  it('mean the same range again, in every zone', () => {
    fc.assert(
      fc.property(instants, fc.nat({ max: 40 * 86_400 }), zones, (moment, seconds, iana) => {
        const from = instant(`${moment.slice(0, 19)}Z`);
        const end = new Date(Date.parse(`${moment.slice(0, 19)}Z`) + (seconds + 7200) * 1000).toISOString();
        const to = instant(`${new Date(Date.parse(end) - 1).toISOString().slice(0, 23)}999Z`);
        const again = parseRangeFields(rangeFields(from, to, iana), iana);
        // In a repeated hour, the range uses the first for its start and the second for its end, so it can only grow.
        expect(again.ok).toBe(true);
        if (!again.ok) return;
        expect(again.notes.length > 0 || (again.from === from && again.to === to)).toBe(true);
        expect((again.from ?? '') <= from && (again.to ?? '') >= to).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])(
  'the fields of the first and the last moment that there are can be filled in %s',
  (iana) => {
    const [first, last] = [instant('0001-01-01T00:00:00Z'), instant('9999-12-31T23:59:59.999999Z')];
    expect(rangeFields(first, last, iana)).toMatchObject({ fromDate: expect.any(String) });
  },
);
