import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LastChange } from './last-change.tsx';

function shown(updatedBy: string | null): string {
  const setting = { updated_at: '2026-11-22T02:03:04.000Z', updated_by: updatedBy };
  return renderToStaticMarkup(<LastChange setting={setting} />).replaceAll(/<[^>]+>/g, '');
}

it('names who changed a setting, whether a user or a key', () => {
  expect(shown('Priya Nair')).toBe('Last changed by Priya Nair, 2026-11-22 02:03 UTC.');
  expect(shown(null)).toBe('Last changed 2026-11-22 02:03 UTC.');
});
