import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReportMessage } from './report-message.ts';

/** Bold as `*so*`, italic as `_so_`. */
function shown(message: string): string[] {
  return parseReportMessage(message).map((line) =>
    line
      .map(({ text, isBold, isItalic }) => {
        const italic = isItalic ? `_${text}_` : text;
        return isBold ? `*${italic}*` : italic;
      })
      .join(''),
  );
}

describe('a message of a report', () => {
  it.each([
    ['one<br>two<br/>three<BR />four', ['one', 'two', 'three', 'four']],
    ['one<br>\ntwo\nthree', ['one', 'two', 'three']],
    ['<b>Owner:</b> A<br>\n<br>\n<br>\nB', ['*Owner:* A', '', 'B']],
    ['<p>one</p><p>two</p>', ['one', 'two']],
    ['<ul><li>one</li><li>two</li></ul>', ['• one', '• two']],
    ['<strong>a</strong> <em>b</em> <b><i>c</i></b>', ['*a* _b_ *_c_*']],
    ['</b>a<b>b', ['a*b*']],
  ])('keeps the lines and the type of %j', (message, lines) => {
    expect(shown(message)).toEqual(lines);
  });

  it.each([
    ['<script>alert(1)</script>'],
    ['<img src=x onerror=alert(1)>'],
    ['<b onmouseover="alert(1)">x</b>'.replace('</b>', '')],
    ['<a href="javascript:alert(1)">x'],
    ['<a href="https://x.example" onclick="alert(1)">x'],
    ['<svg/onload=alert(1)>'],
    ['1 < 2 and 3 > 2'],
    ['<iframe src="https://x.example">'],
    ['<style>*{}</style>'],
    ['<!-- hidden -->'],
    ['<b'],
  ])('shows %s unchanged', (message) => {
    expect(shown(message)).toEqual([message]);
  });

  it('decodes entities once, and never to a tag', () => {
    expect(shown('&lt;script&gt; &amp;lt; &#60;b&#62; &#x3c;i&#x3E; &quot;&apos;&#39;')).toEqual([
      `<script> &lt; <b> <i> "''`,
    ]);
  });

  it('leaves invalid character references unchanged', () => {
    expect(shown('&#0; &#8; &#xD800; &#x110000; &unknown; &constructor; &')).toEqual([
      '&#0; &#8; &#xD800; &#x110000; &unknown; &constructor; &',
    ]);
  });

  it('puts the address of a link after its text', () => {
    expect(shown('see <a href="https://x.example/?a=1&amp;b=2">the <b>report</b></a>!')).toEqual([
      'see the *report* (https://x.example/?a=1&b=2)!',
    ]);
    expect(shown(`<a href='https://x.example'>https://x.example</a>`)).toEqual(['https://x.example']);
  });

  it('loses no character of a text without tags and entities', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '>', '"', "'", '☃', '\u202e') });
    fc.assert(
      fc.property(plain, (text) => {
        expect(shown(`x${text}x`)).toEqual([`x${text}x`]);
      }),
    );
  });

  it.each(['<', '<a', '<a href="', '<b>', '&#', '<br>\n', '</a>', 'a'])(
    'reads a megabyte of %j in good time',
    (part) => {
      const started = Date.now();
      parseReportMessage(part.repeat(1_000_000 / part.length));
      expect(Date.now() - started).toBeLessThan(3000);
    },
  );
});
