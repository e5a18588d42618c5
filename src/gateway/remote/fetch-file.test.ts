import { expect, it } from 'vitest';
import { fetchFile } from './fetch-file.ts';

it.each(['169.254.169.254', '100.100.100.200', '[fd00:ec2::254]', '[::ffff:169.254.169.254]'])(
  'never asks %s, where a cloud gives out credentials, not even where it is the provider’s own host',
  async (host) => {
    const fetched = fetchFile(`http://${host}/report.pdf`, {
      maximumBytes: 1000,
      timeoutMs: 500,
      trustedHost: new URL(`http://${host}`).host,
    });
    await expect(fetched).rejects.toThrow('private network');
  },
);
