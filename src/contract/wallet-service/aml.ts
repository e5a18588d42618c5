import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { numberAmount } from '../amounts.ts';
import { bodyFailures, commonFailures } from '../failures.ts';
import { lineOfText, requiredMessage, trueOrFalse } from '../fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

/** decided: 41 lowercase hexadecimal characters. Read as any text, since providers choose their own. */
export const amlUid = z.object({ uid: z.string() });

export const amlReport = z.object({
  user_id: z.string(),
  /** Formatted text with simple HTML markup: never to be put into a page as it is. */
  message: z.string(),
  aml_score: numberAmount,
  /** The provider's detail, free-form. Numbers in it are ExactNumber or small integers. */
  params: z.record(z.string(), z.unknown()),
  pdf_link: z.string(),
  checks_balance: z.string(),
});

export type AmlReport = z.output<typeof amlReport>;

/** A provider's failure inside an answer of status 200. */
export const amlProviderFailure = z.object({
  code: z.string(),
  error_code: z.string(),
  error_message: z.string(),
});

export const requestAmlReport = operation({
  id: 'requestAmlReport',
  method: 'POST',
  path: `${walletServiceBase}/aml-report`,
  tag: 'AML',
  summary: 'Check an address or transaction',
  permission: 'aml:check',
  body: z.strictObject({
    value: lineOfText(128, { what: 'an address or transaction ID' }),
    // Not a closed set: an unsupported network has a failure of its own, whose message names it.
    network: z.string({ error: (issue) => (issue.input === undefined ? requiredMessage : 'must be text') }),
    address: z.optional(lineOfText(128, { what: 'an address' })),
    async: z._default(trueOrFalse, false),
  }),
  grantsAccess: true,
  data: z.union([amlReport, amlUid]),
  failures: [
    ...commonFailures,
    ...bodyFailures,
    { status: 400, errorCode: 'request', when: 'value matches no known address or transaction-id pattern' },
    { status: 400, errorCode: 'request', when: `network is not one of ${amlNetworks.join(', ')}` },
    { status: 400, errorCode: 'request', when: 'No AML checks are available and no address is provided' },
    { status: 400, errorCode: 'request', when: 'The wallet does not support USDT payments for AML' },
  ],
});

export const recheckAmlReport = operation({
  id: 'recheckAmlReport',
  method: 'POST',
  path: `${walletServiceBase}/aml-report-recheck`,
  tag: 'AML',
  summary: 'Fetch the report of an asynchronous check',
  permission: 'aml:check',
  body: z.strictObject({ uid: lineOfText(128) }),
  // decided: `{uid}` again while the report is pending.
  grantsAccess: true,
  data: z.union([amlReport, amlProviderFailure, amlUid]),
  failures: [
    ...commonFailures,
    ...bodyFailures,
    {
      status: 404,
      errorCode: 'not_found',
      when: 'AML check not found',
      isDecided: true,
    },
  ],
});
