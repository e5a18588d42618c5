// npm run conformance
import { createInterface } from 'node:readline/promises';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { testKey } from '#contract/wallet-service/test.ts';
import { CommandError, commandLine, runCommandLine } from '../command-line.ts';
import { writePlan } from './checks/write-checks.ts';
import { connectProvider, NoAnswerError, type Provider } from './provider.ts';
import { describeFindings, exitCodeOf, toJson } from './report.ts';
import { runSuite } from './run-suite.ts';

const program = commandLine(
  'conformance',
  'Check a provider against the published interface, rule by rule. Each difference is rated: the console copes with it, degrades, or can’t use the provider. Suggests WALLET_API_PARAMETERS for parameters that work under another name.',
)
  .requiredOption(
    '--url <url>',
    'the provider, version prefix included: https://provider.example/api/prod/v1',
    parseProvider,
  )
  .requiredOption('--token <key>', 'an API key of the provider', parseToken)
  .option(
    '--write',
    'also check what changes or costs something, and say beforehand what that is; without it, only GET requests are sent',
  )
  .option('--json', 'print the findings as JSON, as docs/conformance.md describes it')
  .option('--timeout <seconds>', 'how long to wait for a response', parseSeconds, 30)
  .addHelpText(
    'after',
    `
Exit codes: 0 the provider agrees, or the console copes; 3 the console degrades; 4 the provider is unusable;
1 nothing could be checked; 2 wrong usage`,
  )
  .action(async ({ url, token, write: mayWrite = false, json: isJson = false, timeout }) => {
    const provider = connectProvider(url, token, timeout * 1000);
    const silence = await whySilent(provider);
    if (silence !== undefined) {
      throw new CommandError(`${url.href} does not answer: ${silence}. Nothing was checked.`);
    }
    if (!/\/v\d+\/?$/.test(url.pathname)) {
      console.error(`Note: ${url.href} doesn’t end with a version prefix such as /api/prod/v1.\n`);
    }
    if (mayWrite && !(await isPlanAccepted(url))) {
      process.exitCode = 1;
      return;
    }
    const findings = await runSuite(provider, mayWrite);
    const json = () => JSON.stringify(toJson(findings, { url, wrote: mayWrite }), null, 2);
    console.log(isJson ? json() : describeFindings(findings));
    process.exitCode = exitCodeOf(findings);
  });

await runCommandLine(program);

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

function parseProvider(text: string): URL {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('Enter an http or https address.');
}

function parseToken(text: string): string {
  if (text === '') throw new InvalidArgumentError('Enter the key.');
  return text;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= 600) return seconds;
  throw new InvalidArgumentError('Enter a number of seconds up to 600.');
}
