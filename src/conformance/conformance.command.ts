// npm run conformance: asks a provider of the interface, and says where it differs.
import { parseArgs } from 'node:util';
import { testKey } from '#contract/wallet-service/test.ts';
import { connectProvider, NoAnswerError, type Provider } from './provider.ts';
import { describeResults, isRefused, runSuite } from './run-suite.ts';

const usage = `Usage:
  npm run conformance -- --url URL --token KEY [--write] [--strict] [--timeout SECONDS]

URL       of the provider, version prefix included: https://provider.example/api/prod/v1
--write   also makes, changes and deletes a wallet and a withdrawal request (25 USDT between two wallets of the
          account), and spends one AML check
--strict  what differs from our decisions fails as well, not only what differs from the published document`;

process.exitCode = await main();

async function main(): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  const { url, token, timeoutMs, mayWrite, isStrict } = options;
  const provider = connectProvider(url, token, timeoutMs);
  const silence = await whySilent(provider);
  if (silence !== undefined) {
    console.error(`${url.href} does not answer: ${silence}. Nothing was checked.`);
    return 1;
  }
  if (!/\/v\d+\/?$/.test(url.pathname)) {
    console.error(`Note: ${url.href} does not end with a version prefix, as /api/prod/v1 is one.\n`);
  }
  const results = await runSuite(provider, mayWrite);
  console.log(describeResults(results));
  return isRefused(results, isStrict) ? 1 : 0;
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
      strict: { type: 'boolean', default: false },
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
    isStrict: values.strict,
  };
}
