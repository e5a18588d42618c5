import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';
import type { DepositHandling, Mode } from '#contract/gateway/sessions.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { findRepeatedKey } from '#domain/repeated-key.ts';
import { isLoopbackAddress } from '#http/private-address.ts';
import { parseGroupRoles } from './gateway/identity-provider/group-roles.ts';
import type { IdentityProviderSettings } from './gateway/identity-provider/identity-provider.ts';
import { parameterNames } from './gateway/remote/parameter-names.ts';
import { sandboxSizes } from './service/sandbox/sandbox-size.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
/** What carries withdrawals out; `none`: nothing, they stay new. Neither one is connected to a network. */
const chains = ['sandbox', 'none'] as const;

/** Settings that a person may have put a password into: their values are never printed. */
const secrets = new Set(['DATABASE_URL', 'SESSION_SECRET', 'SESSION_SECRET_PREVIOUS', 'OIDC_CLIENT_SECRET']);

const flag = z.stringbool({
  truthy: ['on', 'true', '1', 'yes'],
  falsy: ['off', 'false', '0', 'no'],
  error: 'must be on or off',
});
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .transform((text) => new URL(text))
  .refine(
    (url) => url.search === '' && url.hash === '' && url.username === '' && url.password === '',
    'must be an http(s) URL without a user, a query or a fragment',
  );

/** The table of renamed parameters, as JSON text. */
const renamedParameters = z.string().transform((text, context) => {
  try {
    const names = parameterNames.parse(JSON.parse(text));
    const repeated = findRepeatedKey(text);
    if (repeated === undefined) return names;
    context.issues.push({ code: 'custom', message: `must name ${repeated} once`, input: text });
    return z.NEVER;
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? error.issues[0]?.message : 'must be JSON';
    context.issues.push({ code: 'custom', message: reason ?? 'cannot be used', input: text });
    return z.NEVER;
  }
});

/** What groups of the identity provider may do, as JSON text. */
const groupRoles = z.string().transform((text, context) => {
  const roles = parseGroupRoles(text);
  if (roles !== undefined) return roles;
  const message =
    'must be JSON that maps groups to roles, such as {"treasury":["operator"]}, or to roles by account, such as {"treasury":{"acc_1":["operator"]}}';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

const operationIds = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .refine(
    (ids) => ids.every((id) => walletServiceOperations.some((operation) => operation.id === id)),
    `must be IDs of operations, separated by commas; there are: ${walletServiceOperations.map(({ id }) => id).join(', ')}`,
  );

/** `files.example`, which means https, or `http://files.internal:9000`: read as origins. */
const fileHosts = z.string().transform((text, context) => {
  const origins = text.split(',').map((entry) => {
    const host = entry.trim();
    const url = URL.parse(host.includes('://') ? host : `https://${host}`);
    const isHost = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    return isHost && !host.includes('*') ? url.origin : undefined;
  });
  if (origins.every((origin) => origin !== undefined)) return origins;
  const message = 'must be hosts such as files.example or http://files.internal:9000, separated by commas';
  context.issues.push({ code: 'custom', message, input: text });
  return z.NEVER;
});

const groupsOfProxies = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether it is an address, a network such as `10.0.0.0/8`, or one of the groups that Fastify has names for. */
function isProxy(text: string): boolean {
  return (
    groupsOfProxies.has(text) ||
    isIP(text) !== 0 ||
    ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
    ipaddr.IPv6.isValidCIDR(text)
  );
}

const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isProxy),
    'must be the addresses of proxies, such as 10.0.0.1 or 10.0.0.0/8',
  );

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.coerce.number({ error }).int(error).min(minimum, error).max(maximum, error);
}

const minutes = wholeNumber(1, 43_200);

/** Every setting of the process, by the name of its environment variable. The README's table says what each does. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  SANDBOX: flag.default(true),
  SANDBOX_TRAFFIC: flag.default(true),
  SANDBOX_AML: flag.default(true),
  SANDBOX_AML_SECONDS: wholeNumber(0, 3600).default(4),
  SANDBOX_SIZE: z.enum(sandboxSizes, { error: `allowed: ${sandboxSizes.join(', ')}` }).default('year'),
  WALLET_API_URL: httpUrl.optional(),
  WALLET_API_PARAMETERS: renamedParameters.optional(),
  WALLET_API_WITHOUT: operationIds.optional(),
  WALLET_API_TIMEOUT_SECONDS: wholeNumber(1, 40).default(30),
  AML_LEASE_SECONDS: wholeNumber(5, 3600).optional(),
  OUTCOME_PROOF_SECONDS: wholeNumber(1, 86_400).optional(),
  FILE_HOSTS: fileHosts.optional(),
  OUTGOING_ADDRESS: z.string().optional(),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: proxies.optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SESSION_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  KEY_SIGN_IN: flag.default(true),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').optional(),
  OIDC_SCOPES: z.string().default('openid profile email groups'),
  OIDC_GROUPS_CLAIM: z.string().default('groups'),
  OIDC_ROLES: groupRoles.optional(),
  SESSION_LIFETIME_MINUTES: minutes.default(12 * 60),
  SESSION_IDLE_MINUTES: minutes.default(30),
  CHAIN: z.enum(chains, { error: `allowed: ${chains.join(', ')}` }).optional(),
  WITHDRAWAL_DELAY_SECONDS: wholeNumber(0, 86_400).default(30),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).default(6000),
  EVENT_LIMIT_PER_MINUTE: wholeNumber(0, 10_000_000).default(6000),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000).default(512),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(logLevels, { error: `allowed: ${logLevels.join(', ')}` }).default('warn'),
});

/** A setting that cannot be used; the message names it and says what it should be. */
export class ConfigError extends Error {}

type Environment = z.output<typeof environment>;

export type Config = Omit<Environment, 'CHAIN'> & { mode: Mode; CHAIN: (typeof chains)[number] };

/** What becomes of deposits. No value of CHAIN watches a network for them. */
export function depositsOf({ mode }: Pick<Config, 'mode'>): DepositHandling {
  const handling = { remote: 'provider', sandbox: 'simulated', embedded: 'undetected' } as const;
  return handling[mode];
}

/** The company's identity provider; undefined: none. Throws ConfigError where a setting is missing. */
export function identityProviderOf(config: Config): IdentityProviderSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ROLES: roles,
  } = config;
  if (issuer === undefined) return undefined;
  const needed = ['PUBLIC_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;
  const missing = needed.filter((name) => config[name] === undefined);
  if (missing.length > 0 || clientId === undefined || clientSecret === undefined || roles === undefined) {
    const names = new Intl.ListFormat('en').format(missing);
    throw new ConfigError(`OIDC_ISSUER is set. Set ${names} as well, or unset OIDC_ISSUER.`);
  }
  if (issuer.protocol !== 'https:' && !isLoopbackName(issuer.hostname)) {
    throw new ConfigError(`The setting OIDC_ISSUER is "${issuer.href}": must be an https URL.`);
  }
  const { OIDC_NAME: name = issuer.host, OIDC_SCOPES: scopes, OIDC_GROUPS_CLAIM: groupsClaim } = config;
  return { issuer, clientId, clientSecret, name, scopes, groupsClaim, roles };
}

/** How long a process's claim of an AML check excludes others; undefined: each part's own default. */
export function amlLeaseMs({ AML_LEASE_SECONDS: seconds }: Pick<Config, 'AML_LEASE_SECONDS'>) {
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Whether our own service's events may go to this machine: in the sandbox, which no other machine reaches. */
export function allowsLoopbackEvents({ mode }: Pick<Config, 'mode'>): boolean {
  return mode === 'sandbox';
}

/** Whether a server that listens there is reached by its own machine only. */
export function isLoopbackHost(host: string): boolean {
  return isIP(host) === 0 ? host === 'localhost' : isLoopbackAddress(host);
}

/**
 * Reads the settings from the environment; an empty value counts as none. Throws ConfigError.
 *
 * The sandbox (demonstration data and public keys) exists only where no other machine can reach it:
 * on the embedded database, a loopback address, and no public one that a proxy passes on.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const read = environment.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = String(issue?.path[0] ?? 'setting');
    const shown = secrets.has(name) ? '' : ` is ${JSON.stringify(given[name])}`;
    throw new ConfigError(`The setting ${name}${shown}: ${issue?.message ?? 'not usable'}.`);
  }
  const config = read.data;
  if (
    given['SANDBOX'] !== undefined &&
    config.SANDBOX &&
    config.DATABASE_URL !== undefined &&
    config.WALLET_API_URL === undefined
  ) {
    throw new ConfigError(
      'SANDBOX is on and DATABASE_URL is set. The sandbox has demonstration data and keys that everybody knows, so it only runs on the embedded database. Unset one of the two.',
    );
  }
  const { AML_LEASE_SECONDS: lease, WALLET_API_TIMEOUT_SECONDS: timeout } = config;
  if (lease !== undefined && config.WALLET_API_URL !== undefined && lease <= timeout) {
    throw new ConfigError(
      `The setting AML_LEASE_SECONDS is "${lease}": must be more than WALLET_API_TIMEOUT_SECONDS, which is ${timeout}. Otherwise a check that is still being requested counts as lost.`,
    );
  }
  const { PUBLIC_URL, HOST } = config;
  const isPrivate = isLoopbackHost(HOST) && (PUBLIC_URL === undefined || isLoopbackName(PUBLIC_URL.hostname));
  const isSandbox = config.SANDBOX && config.DATABASE_URL === undefined && isPrivate;
  const ownMode = isSandbox ? 'sandbox' : 'embedded';
  const mode = config.WALLET_API_URL === undefined ? ownMode : 'remote';
  const usable: Config = {
    ...config,
    mode,
    CHAIN: config.CHAIN ?? (mode === 'sandbox' ? 'sandbox' : 'none'),
  };
  identityProviderOf(usable);
  return usable;
}
