import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadedSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { runCommand } from '../../../testing-program.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  type TinyService,
} from '../../testing/gateway-harness.ts';

const startGateway = setUpGateways(useTestDatabase());
const tron = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';

let provider: TinyService;
let gateway: RunningGateway;
let folder: string;
let file: string;

beforeEach(async () => {
  provider = makeTinyService('good-key', 'other-key');
  gateway = await startGateway({ provider });
  folder = mkdtempSync(join(tmpdir(), 'wallet-console-sanctions-'));
  file = join(folder, 'list.txt');
  writeFileSync(file, `${tron}\n`);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command beside the server, which has the database open. */
async function run(args: string[], { key = 'good-key', input = '', port = '' } = {}) {
  const server = port === '' ? ['--url', gateway.address] : [];
  const env = { PORT: port, ...(key !== '' && { WALLET_CONSOLE_KEY: key }) };
  return await runCommand('src/sanctions.command.ts', [...args, ...server], env, input);
}

const load = ['--list', 'OFAC SDN', '--date', '2026-01-02'];

async function listsOf(key: string): Promise<LoadedSanctionsList[]> {
  const { get } = await gateway.open(key);
  const answer = await get('/console/aml/sanctions-lists');
  return (answer.json() as { data: { lists: LoadedSanctionsList[] } }).data.lists;
}

describe('the sanctions command', () => {
  it.each(['3000@localhost', '3000/x', '70000'])('sends no key anywhere if PORT is %j', async (port) => {
    const refused = { code: 1, out: '', err: `PORT is "${port}". Set it to a port number.\n` };
    expect(await run(['list'], { port })).toEqual(refused);
  });

  it('loads, replaces, lists and removes a list through the running server, for the account of the key', async () => {
    expect(await run(['load', file, ...load])).toEqual({
      code: 0,
      out: 'Loaded OFAC SDN (2026-01-02, 1 address).\n',
      err: '',
    });
    expect(await listsOf('good-key')).toMatchObject([{ name: 'OFAC SDN', loaded_by: 'key good-key' }]);
    expect(await listsOf('other-key')).toEqual([]);
    const again = await run(['load', file, ...load], { key: '', input: 'good-key\n' });
    expect(again.out).toContain('It replaces OFAC SDN (2026-01-02, 1 address).');
    expect((await run(['list'])).out).toBe('OFAC SDN (2026-01-02, 1 address)\n');
    expect((await run(['remove', '--list', 'OFAC SDN'])).code).toBe(0);
    expect((await run(['list'])).out).toBe('No sanctions list is loaded.\n');
  });

  it('names each wrong line, and loads nothing', async () => {
    writeFileSync(file, `${tron}\nnobody\n\u001B[2J\n`);
    const { code, err } = await run(['load', file, ...load]);
    expect(code).toBe(1);
    expect(err).toContain('The list wasn’t loaded. 2 lines are invalid.');
    expect(err).toContain('line 2: “nobody”');
    expect(err).toContain('line 3:');
    expect(err).not.toContain('\u001B');
    expect(await listsOf('good-key')).toEqual([]);
  });

  it('says why it can’t: a wrong key, a missing key, a missing permission, no server, a wrong call', async () => {
    expect((await run(['list'], { key: 'nobody-has-it' })).err).toContain('key');
    expect((await run(['list'], { key: '' })).err).toContain('WALLET_CONSOLE_KEY');
    provider.describeKey = async () => ({
      accountId: 'account of good-key',
      keyName: 'Reader',
      permissions: permissions.filter((permission) => permission !== 'aml:check'),
    });
    expect(await run(['load', file, ...load])).toMatchObject({
      code: 1,
      err: expect.stringContaining('aml:check'),
    });
    expect(await run(['load', file])).toMatchObject({ code: 2, err: expect.stringContaining('--list') });
    await gateway.app.close();
    expect((await run(['list'])).err).toContain('Is the server running there?');
  });
});
