import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answering, type StandInProvider, startStandInProvider } from '../testing/stand-in-provider.ts';
import { fetchFile } from './fetch-file.ts';

const pdf = Buffer.from('%PDF-1.7');

async function startHost(): Promise<StandInProvider> {
  const host = await startStandInProvider();
  onTestFinished(host.close);
  host.respond = answering(200, {}, pdf);
  return host;
}

const fetchFrom = async (link: string | URL, ...origins: string[]): Promise<Buffer> =>
  await fetchFile(String(link), { maximumBytes: 1000, timeoutMs: 2000, origins: new Set(origins) });

it.each([
  '169.254.169.254',
  '100.100.100.200',
  '[fd00:ec2::254]',
  '[::ffff:169.254.169.254]',
  '168.63.129.16',
])(
  'never asks %s, where a cloud gives out credentials, not even where it is the provider’s own host',
  async (host) => {
    const { origin } = new URL(`http://${host}`);
    await expect(fetchFrom(`${origin}/report.pdf`, origin)).rejects.toThrow('private network');
  },
);

describe('a file', () => {
  let own: StandInProvider;
  let other: StandInProvider;

  beforeEach(async () => {
    own = await startHost();
    other = await startHost();
  });

  it('is fetched from each origin that the operator has named', async () => {
    const origins = [own.url.origin, other.url.origin];
    expect(await fetchFrom(own.url, ...origins)).toEqual(pdf);
    expect(await fetchFrom(other.url, ...origins)).toEqual(pdf);
  });

  it('is not requested from any other host, port or protocol, and the error names it and the setting', async () => {
    await expect(fetchFrom(other.url, own.url.origin)).rejects.toThrow(
      `the link leads to ${other.url.origin}, which isn’t the provider’s own host. To allow files from there, add ${other.url.origin} to FILE_HOSTS`,
    );
    await expect(fetchFrom('https://files.example:8443/a.pdf', own.url.origin)).rejects.toThrow(
      'add files.example:8443 to FILE_HOSTS',
    );
    await expect(fetchFrom('http://files.example/', 'https://files.example')).rejects.toThrow(
      'add http://files.example to FILE_HOSTS',
    );
    await expect(fetchFrom(`http://localhost:${own.url.port}/`, own.url.origin)).rejects.toThrow(
      'FILE_HOSTS',
    );
    expect([...own.received, ...other.received]).toEqual([]);
  });

  it('is fetched through a redirect to a named origin, and not through one to another', async () => {
    own.respond = answering(302, { location: other.url.href }, '');
    expect(await fetchFrom(own.url, own.url.origin, other.url.origin)).toEqual(pdf);
    other.received.length = 0;
    await expect(fetchFrom(own.url, own.url.origin)).rejects.toThrow(
      `${own.url.host} redirects to ${other.url.origin}, which isn’t the provider’s own host`,
    );
    expect(other.received).toEqual([]);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://me:secret@127.0.0.1/', ''])(
    'is not fetched from %j',
    async (link) => {
      await expect(fetchFrom(link, own.url.origin, 'http://127.0.0.1')).rejects.toThrow(
        'neither http nor https',
      );
    },
  );
});
