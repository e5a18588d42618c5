// npm run conformance: asks a provider of the interface, and says where it differs.
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { testKey } from '#contract/wallet-service/test.ts';
import { writePlan } from './checks/write-checks.ts';
import { connectProvider, NoAnswerError, type Provider } from './provider.ts';
import { describeFindings, exitCodeOf, toJson } from './report.ts';
import { runSuite } from './run-suite.ts';

const usage = `Usage:
  npm run conformance -- --url URL --token KEY [--write] [--json] [--timeout SECONDS]

URL       of the provider, version prefix included: https://provider.example/api/prod/v1
--write   also checks what changes or costs something, and says beforehand what that is. Without it, only GET
          requests are sent
--json    prints the findings as JSON, as docs/conformance.md describes it

Each rule is rated by what the console makes of a difference: it copes, it degrades, or the provider is unusable.
WALLET_API_PARAMETERS is suggested for parameters that work under another name.

Exit codes: 0 the provider agrees, or the console copes; 3 the console degrades; 4 the provider is unusable;
1 nothing could be checked; 2 wrong usage`;

process.exitCode = await main();

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { url, token, timeoutMs, mayWrite, isJson } = options;
  const provider = connectProvider(url, token, timeoutMs);
  const silence = await whySilent(provider);
  if (silence !== undefined) {
    console.error(`${url.href} does not answer: ${silence}. Nothing was checked.`);
    return 1;
  }
  if (!/\/v\d+\/?$/.test(url.pathname)) {
    console.error(`Note: ${url.href} does not end with a version prefix, as /api/prod/v1 is one.\n`);
  }
  if (mayWrite && !(await isPlanAccepted(url))) return 1;
  const findings = await runSuite(provider, mayWrite);
  const json = () => JSON.stringify(toJson(findings, { url, wrote: mayWrite }), null, 2);
  console.log(isJson ? json() : describeFindings(findings));
  return exitCodeOf(findings);
}

/** Shows what will be done; at a terminal, does it only after a yes. */
async function isPlanAccepted({ href }: URL): Promise<boolean> {
  const steps = writePlan.map((step) => `  - ${step}.`).join('\n');
  console.error(
    `--write was given. On the account of this key at ${href}, this run will\n${steps}\nIt deletes only what it created.\n`,
  );
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Continue? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Asked before all rules, each of which would wait for an answer. Any answer will do. */
async function whySilent(provider: Provider): Promise<string | undefined> {
  try {
    await provider.call(testKey);
    return undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return error.message;
    throw error;
  }
}

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '30' },
    },
  });
  const url = URL.parse(values.url ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('--url must be an http(s) URL.');
  if (values.token === undefined || values.token === '') throw new Error('--token is missing.');
  const seconds = Number(values.timeout);
  if (!(seconds > 0 && seconds <= 600)) throw new Error('--timeout must be a number of seconds up to 600.');
  return {
    url,
    token: values.token,
    timeoutMs: seconds * 1000,
    mayWrite: values.write,
    isJson: values.json,
  };
}
