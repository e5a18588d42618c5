// npm run sanctions
import { text as textOf } from 'node:stream/consumers';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import {
  listSanctionsLists,
  loadSanctionsList,
  removeSanctionsList,
} from '#contract/gateway/sanctions-lists.ts';
import { closeSession } from '#contract/gateway/sessions.ts';
import { openSession } from '#contract/gateway/sign-in.ts';
import type { BodyOf, Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { listLabel } from '#domain/aml/sanctions.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { CommandError, commandLine, readTextFile, runCommandLine } from './command-line.ts';

const PROBLEMS_SHOWN = 50;
const LONGEST_WAIT_MS = 300_000;

const program = commandLine('sanctions', 'Load, list and remove sanctions lists through the running server.');
const keyHelp = `
The API key comes from the environment variable WALLET_CONSOLE_KEY, or from standard input.`;
const urlOption = new Option(
  '--url <url>',
  'the address of the running server (default: http://127.0.0.1:3000, with the PORT of the environment)',
).argParser(parseServer);

program
  .command('load')
  .description(
    'Load a list: one address a line, or CSV with the columns network,address,entity. It replaces a list of the same name.',
  )
  .argument('<file>', 'the list, in UTF-8')
  .requiredOption('--list <name>', 'the name of the list, such as "OFAC SDN"')
  .requiredOption('--date <date>', 'the date of the list (YYYY-MM-DD)')
  .addOption(urlOption)
  .addHelpText('after', keyHelp)
  .action(async (file, { list: name, date, url = ownServer() }) => {
    const text = await readTextFile(file);
    await signedIn(url, async (ask) => {
      const { list, replaced } = await ask(loadSanctionsList, { name, date, text });
      console.log(
        `Loaded ${listLabel(list)}.${replaced === null ? '' : ` It replaces ${listLabel(replaced)}.`}`,
      );
    });
  });

program
  .command('list')
  .description('List the loaded sanctions lists')
  .addOption(urlOption)
  .addHelpText('after', keyHelp)
  .action(
    async ({ url = ownServer() }) =>
      await signedIn(url, async (ask) => {
        const { lists } = await ask(listSanctionsLists);
        console.log(lists.length === 0 ? 'No sanctions list is loaded.' : lists.map(listLabel).join('\n'));
      }),
  );

program
  .command('remove')
  .description('Remove a list')
  .requiredOption('--list <name>', 'the name of the list ("list" shows it)')
  .addOption(urlOption)
  .addHelpText('after', keyHelp)
  .action(
    async ({ list: name, url = ownServer() }) =>
      await signedIn(url, async (ask) => {
        const { lists } = await ask(listSanctionsLists);
        const list = lists.find((each) => each.name === name);
        if (list === undefined) throw new CommandError(`There is no list "${name}" ("list" shows them).`);
        await ask(removeSanctionsList, { name, list_id: list.id });
        console.log(`Removed ${listLabel(list)}.`);
      }),
  );

await runCommandLine(program);

/** The key travels to it: in the clear only on this machine. */
function parseServer(text: string): URL {
  const server = URL.parse(text);
  if (server === null || !/^https?:$/.test(server.protocol)) {
    throw new InvalidArgumentError('Enter an http or https address.');
  }
  if (server.protocol === 'http:' && !isLoopbackName(server.hostname)) {
    throw new InvalidArgumentError(
      'The API key would be sent unencrypted: use an https address, or run this on the server itself.',
    );
  }
  return server;
}

function ownServer(): URL {
  const port = process.env['PORT'] || '3000';
  // Any other text could name another host, to which the key would go.
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new CommandError(`PORT is "${port}". Set it to a port number.`);
  }
  return new URL(`http://127.0.0.1:${port}`);
}

async function readKey(): Promise<string> {
  const fromEnvironment = process.env['WALLET_CONSOLE_KEY'];
  if (fromEnvironment !== undefined && fromEnvironment !== '') return fromEnvironment;
  if (process.stdin.isTTY) {
    throw new CommandError(
      'Set WALLET_CONSOLE_KEY to an API key that may screen, or give the key on standard input.',
    );
  }
  const key = (await textOf(process.stdin)).trim();
  if (key === '') throw new CommandError('There is no API key in WALLET_CONSOLE_KEY or on standard input.');
  return key;
}

type Ask = <O extends Operation>(
  operation: O,
  ...body: O['method'] extends 'GET' ? [] : [BodyOf<O>]
) => Promise<SuccessOf<O>>;

type SuccessOf<O extends Operation> = Extract<ReturnType<typeof parseResponse<O>>, { ok: true }>['data'];

/** Works in a session of its own, which is ended afterwards. */
async function signedIn(server: URL, work: (ask: Ask) => Promise<void>): Promise<void> {
  const token = await readKey();
  const opened = await send(server, openSession, { token });
  requireData(openSession, opened);
  const [cookie = ''] = (opened.cookies[0] ?? '').split(';', 1);
  try {
    await work(async (operation, ...[body]) =>
      requireData(operation, await send(server, operation, body, cookie)),
    );
  } finally {
    // What was done is done, whether or not the session can still be ended.
    await send(server, closeSession, undefined, cookie).catch(() => undefined);
  }
}

type Answer = { status: number; text: string; cookies: string[] };

async function send(server: URL, operation: Operation, body: unknown, cookie?: string): Promise<Answer> {
  const address = new URL(operation.path, server);
  try {
    const response = await fetch(address, {
      method: operation.method,
      headers: {
        // No page of another site has caused it: what the console asks of a change in a session.
        'sec-fetch-site': 'none',
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    return { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() };
  } catch (error) {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CommandError(
      `No answer from ${address.origin}: ${cause}. Is the server running there? --url names it.`,
    );
  }
}

function requireData<O extends Operation>(operation: O, { status, text }: Answer): SuccessOf<O> {
  const answer = parseResponse(operation, status, text, { query: {} });
  if (answer.ok) return answer.data;
  throw new CommandError([answer.message, ...wrongLines(answer.data)].join('\n'));
}

/** What a refused list's answer says about its lines. */
function wrongLines(data: unknown): string[] {
  const problems = Object.entries(typeof data === 'object' && data !== null ? data : {})
    .filter(([field]) => field.startsWith('line ') || field === 'more')
    .map(([field, problem]) => (field === 'more' ? String(problem) : `${field}: ${String(problem)}`));
  const left = problems.length - PROBLEMS_SHOWN;
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${problem}`);
  return left > 0 ? [...shown, `  and ${left} more`] : shown;
}
