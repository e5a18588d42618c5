import { expect, it } from 'vitest';
import { readTextFile } from './files.ts';

const notUtf8 = expect.stringContaining('isn’t UTF-8');

it.each([
  ['Latin-1', Buffer.from('name\nMüller\n', 'latin1')],
  ['UTF-16 with a byte order mark', Buffer.from('\ufeffname\nMüller\n', 'utf16le')],
  ['UTF-8 that is cut off', Buffer.from('name\nMüller', 'utf8').subarray(0, 7)],
])('refuses %s instead of reading other letters', async (_what, bytes) => {
  expect(await readTextFile(new Blob([bytes]), 1_000)).toEqual({ ok: false, reason: notUtf8 });
});

it('reads UTF-8 to the letter, with or without a byte order mark', async () => {
  const text = 'name\r\nMüller\r\n名前 💶\r\n';
  for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`)]) {
    expect(await readTextFile(new Blob([bytes]), 1_000)).toEqual({ ok: true, text });
  }
});

it('says so for a file that can no longer be read', async () => {
  const blob = new Blob(['a']);
  blob.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
  expect(await readTextFile(blob, 1_000)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('couldn’t be read'),
  });
});

it('refuses a larger file without reading it, and says how large it may be', async () => {
  const blob = new Blob([new Uint8Array(2_000_001)]);
  blob.arrayBuffer = () => Promise.reject(new Error('read'));
  expect(await readTextFile(blob, 2_000_000)).toEqual({
    ok: false,
    reason: 'The file is larger than 2 MB. Split it into smaller files.',
  });
});
