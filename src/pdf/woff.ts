import { inflateSync } from 'node:zlib';

// https://www.w3.org/TR/WOFF/: a header of 44 bytes, a directory of 20 bytes a table, and the tables, each
// compressed on its own or not at all. A TrueType file has the same tables behind 12 and 16 bytes.
const woffSignature = 0x77_4f_46_46;
const woffHeader = 44;
const woffEntry = 20;
const sfntHeader = 12;
const sfntEntry = 16;

/**
 * The TrueType font that a WOFF file holds. Unpacked once here, because fontkit inflates a table on each access, in
 * JavaScript: seconds for every document.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== woffSignature) throw new Error('The font is no WOFF file.');
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(sfntHeader + count * sfntEntry);
  woff.copy(header, 0, 4, 8);
  writeSearchHints(header, count);
  const tables: Buffer[] = [];
  let position = header.length;
  for (let i = 0; i < count; i += 1) {
    const entry = woffHeader + i * woffEntry;
    const offset = woff.readUInt32BE(entry + 4);
    const packedLength = woff.readUInt32BE(entry + 8);
    const length = woff.readUInt32BE(entry + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(packed) : packed;
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    const target = sfntHeader + i * sfntEntry;
    woff.copy(header, target, entry, entry + 4);
    woff.copy(header, target + 4, entry + 16, entry + 20);
    header.writeUInt32BE(position, target + 8);
    header.writeUInt32BE(length, target + 12);
    tables.push(table, padding);
    position += table.length + padding.length;
  }
  return Buffer.concat([header, ...tables]);
}

function writeSearchHints(header: Buffer, count: number): void {
  const power = Math.floor(Math.log2(count));
  const range = 2 ** power * sfntEntry;
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(range, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(count * sfntEntry - range, 10);
}
