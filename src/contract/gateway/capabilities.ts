import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';

/** Nothing is counted, exported or paid because of something `unknown`. */
const capabilityStates = ['proved', 'disproved', 'unknown'] as const;

export type CapabilityState = (typeof capabilityStates)[number];

/** What is found out about an operation besides its parameters. */
export const capabilityAspects = {
  /** The operation exists. */
  operation: 'operation',
  /** The response says how many rows match, and it is right. */
  count: 'count',
  /** `created_at` looks as published. */
  times: 'times',
  /** Amounts look as published. */
  numbers: 'numbers',
  /** The response has the published envelope. */
  envelope: 'envelope',
  /** Failures name their fields as published. */
  errors: 'errors',
} as const;

/** Details that the console has words for; others are the provider's own reasons, or what was seen. */
export const capabilityDetails = {
  ignored: 'ignored',
  /** The settings say that the parameter doesn't exist, or that the operation doesn't. */
  setting: 'setting',
} as const;

const capability = z.object({
  /** The operation's ID. */
  operation: z.string(),
  /** A parameter, a sort order as `sort_by=value`, or one of `capabilityAspects`. */
  aspect: z.string(),
  state: z.enum(capabilityStates),
  /** One of `capabilityDetails`, the provider's reason, or what was seen, such as the largest page. */
  detail: z.nullable(z.string()),
  /** The name by which the provider knows the parameter, where it was found out. */
  suggested_name: z.nullable(z.string()),
  /** ISO 8601. */
  found_at: z.string(),
});

export type Capability = z.output<typeof capability>;

const providerCapabilities = z.object({
  /** The host of the provider. */
  provider: z.string(),
  /** ISO 8601: when the last look ended; null before the first one has. */
  looked_at: z.nullable(z.string()),
  is_looking: z.boolean(),
  /** Why the last look ended early. */
  problem: z.nullable(z.string()),
  capabilities: z.array(capability),
  /** The setting `WALLET_API_PARAMETERS`. */
  parameters: z.record(z.string(), z.record(z.string(), z.nullable(z.string()))),
});

export type ProviderCapabilities = z.output<typeof providerCapabilities>;

const path = '/console/provider-capabilities';
/** Null for our own wallet service, which follows the contract. */
const data = z.object({ found: z.nullable(providerCapabilities) });

export const readCapabilities = operation({
  id: 'readCapabilities',
  method: 'GET',
  path,
  tag: 'Provider',
  summary: 'What the remote provider can do, as far as it has shown it',
  permission: null,
  query: z.strictObject({}),
  data,
  failures: [...signedInFailures],
});

export const lookAgain = operation({
  id: 'lookAgain',
  method: 'POST',
  path,
  tag: 'Provider',
  summary: 'Look again at what the remote provider can do',
  permission: null,
  body: z.strictObject({}),
  data,
  failures: [...signedInChangeFailures],
});

export const capabilityOperations = [readCapabilities, lookAgain] as const;

/** How a capability is called where it is stored. */
export function subjectOf(operationId: string, aspect: string): string {
  return `${operationId}.${aspect}`;
}

export function splitSubject(subject: string): { operation: string; aspect: string } {
  const at = subject.indexOf('.');
  return { operation: subject.slice(0, at), aspect: subject.slice(at + 1) };
}
