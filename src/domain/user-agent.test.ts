import { expect, it } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const mozilla = 'Mozilla/5.0';
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Firefox', 'Windows', `${mozilla} (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0`],
  [
    'Chrome',
    'macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/131.0.0.0 Safari/537.36`,
  ],
  [
    'Edge',
    'Windows',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  ],
  ['Opera', 'Linux', `${mozilla} (X11; Linux x86_64) ${webKit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  [
    'Safari',
    'macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
  ],
  [
    'Safari',
    'iOS',
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome',
    'iPadOS',
    `${mozilla} (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Samsung Internet',
    'Android',
    `${mozilla} (Linux; Android 14; SM-S918B) ${webKit} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  ['Chrome', 'ChromeOS', `${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/131.0.0.0 Safari/537.36`],
  ['Chrome', 'Linux', `${mozilla} (X11; Linux x86_64) ${webKit} HeadlessChrome/131.0.0.0 Safari/537.36`],
])('finds %s on %s', (browser, system, text) => {
  expect(parseUserAgent(text)).toEqual({ browser, system });
});

it.each([null, '', 'curl/8.9.1', 'Tests', 'Chromeleon Windowsill', '<script>alert(1)</script>'])(
  'claims nothing of %j',
  (text) => {
    expect(parseUserAgent(text)).toEqual({ browser: null, system: null });
  },
);
