import { expect, it } from 'vitest';
import { isTimeZone, zoneOffsets } from './time-zone.ts';

const at = (zone: string, iso: string) => zoneOffsets(zone)(Date.parse(iso)) / 1000;

it('takes names of zones alone, which know daylight saving', () => {
  const texts = ['UTC', 'Europe/Berlin', 'Asia/Calcutta', '', 'Europe/Atlantis', '+02:00', 'local'];
  expect(texts.filter(isTimeZone)).toEqual(['UTC', 'Europe/Berlin', 'Asia/Calcutta']);
});

it('finds offsets of both sides, to the second where a zone had them', () => {
  expect(at('Europe/Berlin', '2026-03-29T00:59:59Z')).toBe(3600);
  expect(at('Europe/Berlin', '2026-03-29T01:00:00Z')).toBe(7200);
  expect(at('America/St_Johns', '2026-01-01T00:00:00Z')).toBe(-3.5 * 3600);
  expect(at('Europe/Berlin', '1880-01-01T00:00:00Z')).toBe(53 * 60 + 28);
});
