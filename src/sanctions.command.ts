// npm run sanctions: loads, lists and removes sanctions lists through the running server, over HTTP.
import { text as textOf } from 'node:stream/consumers';
import {
  listSanctionsLists,
  loadSanctionsList,
  removeSanctionsList,
} from '#contract/gateway/sanctions-lists.ts';
import { closeSession } from '#contract/gateway/sessions.ts';
import { openSession } from '#contract/gateway/sign-in.ts';
import type { BodyOf, Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/read-answer.ts';
import { listLabel } from '#domain/aml/sanctions.ts';
import { commandLine } from './service/command-line.ts';
import { CommandError, readTextFile } from './service/command.ts';

const usage = `Usage:
  npm run sanctions -- load FILE --list NAME --date YYYY-MM-DD [--url URL]
  npm run sanctions -- list [--url URL]
  npm run sanctions -- remove --list NAME [--url URL]

FILE has one address a line, or is CSV with the columns network,address,entity. A list of the same name is replaced.
The server must be running; URL is its address, by default http://127.0.0.1:3000 (or the PORT of the environment).
The API key comes from the environment variable WALLET_CONSOLE_KEY, or from standard input.`;

const PROBLEMS_SHOWN = 50;
const LONGEST_WAIT_MS = 300_000;

const { read, wrong } = commandLine(usage, {
  list: { type: 'string' },
  date: { type: 'string' },
  url: { type: 'string' },
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = read(args);
  const [action, file, ...rest] = positionals;
  const { list: name, date } = values;
  if (rest.length > 0) throw wrong(`Unexpected argument "${rest.join(' ')}".`);
  const server = serverOf(values.url);
  if (action === 'load') {
    if (file === undefined) throw wrong('Enter a file.');
    if (name === undefined || date === undefined)
      throw wrong('A list needs --list NAME and --date YYYY-MM-DD.');
    const text = await readTextFile(file);
    await signedIn(server, async (ask) => {
      const { list, replaced } = await ask(loadSanctionsList, { name, date, text });
      console.log(
        `Loaded ${listLabel(list)}.${replaced === null ? '' : ` It replaces ${listLabel(replaced)}.`}`,
      );
    });
    return;
  }
  if (file !== undefined || date !== undefined) throw wrong('Only "load" takes a file and a date.');
  if (action === 'list') {
    if (name !== undefined) throw wrong('"list" takes no --list.');
    await signedIn(server, async (ask) => {
      const { lists } = await ask(listSanctionsLists);
      console.log(lists.length === 0 ? 'No sanctions list is loaded.' : lists.map(listLabel).join('\n'));
    });
  } else if (action === 'remove') {
    if (name === undefined) throw wrong('Enter the list with --list NAME.');
    await signedIn(server, async (ask) => {
      const { lists } = await ask(listSanctionsLists);
      const list = lists.find((each) => each.name === name);
      if (list === undefined) throw new CommandError(`There is no list "${name}" ("list" shows them).`);
      await ask(removeSanctionsList, { name, list_id: list.id });
      console.log(`Removed ${listLabel(list)}.`);
    });
  } else {
    throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
  }
}

/** The key travels to it: in the clear only on this machine. */
function serverOf(given: string | undefined): URL {
  const server = URL.parse(given ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`);
  if (server === null || !/^https?:$/.test(server.protocol))
    throw wrong('--url must be an http or https address.');
  const isHere = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(server.hostname);
  if (server.protocol === 'http:' && !isHere) {
    throw wrong(
      'The API key would be sent unencrypted: use an https address, or run this on the server itself.',
    );
  }
  return server;
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
