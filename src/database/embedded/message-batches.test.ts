import { array, assert, nat, property } from 'fast-check';
import { expect, it } from 'vitest';
import { MessageBatches } from './message-batches.ts';

function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}\0\0\0\0${body}`);
  bytes.writeUInt32BE(bytes.length - type.length, type.length);
  return bytes;
}

const startup = message('', 'user\0postgres\0');
const batches = [
  startup,
  Buffer.concat([
    message('P', '\0select $1\0'),
    message('B', 'x'.repeat(300)),
    message('E', ''),
    message('S', ''),
  ]),
  message('Q', 'select 1\0'),
  Buffer.concat([message('P', 'SQX'), message('H', '')]),
  message('X', ''),
];
const bytes = Buffer.concat(batches);

it('gives the same batches of whole messages however the bytes were cut', () => {
  assert(
    property(array(nat(bytes.length)), (cuts) => {
      const edges = [0, ...cuts, bytes.length].sort((a, b) => a - b);
      const cutter = new MessageBatches();
      const found = edges.flatMap((edge, index) =>
        cutter.push(bytes.subarray(edge, edges[index + 1] ?? edge)),
      );
      expect(found).toEqual(batches);
    }),
  );
});

it('keeps back what is not whole', () => {
  const cutter = new MessageBatches();
  expect(cutter.push(bytes.subarray(0, startup.length + 20))).toEqual([startup]);
  expect(cutter.push(Buffer.alloc(0))).toEqual([]);
});
