import { amlNetworks } from '#domain/networks.ts';
import { amlProviderFailure, amlReport, amlUid, recheckAmlReport, requestAmlReport } from './aml.ts';
import { exampleAddresses, exampleIds, userId } from './common.docs.ts';
import { codeList, decided, describeOperation, describeSchema, published } from './describe.ts';

const { tron, otherTron } = exampleAddresses;
const uid = '3f9a1c5e7b2d4f6081a3c5e7092b4d6f8a1c3e507';
const pdf = `https://wallets.example/pdf/aml/${uid}/1798761600/3vQ0mJx1yTq8ZkP5sWc2Lg.pdf`;

const message = [
  '<b>AML report</b>',
  '<b>Network:</b> Tron',
  `<b>Address:</b> ${otherTron}`,
  '<b>Owner:</b> unknown',
  '<b>Checked:</b> 2026-03-01 12:00:00 UTC',
  '',
  '<b>Risk score:</b> 6.25 of 100 (low risk)',
  '',
  '<b>Sources of funding</b>',
  '• Example exchange (exchange): 87.5%',
  '• unknown wallet / otc / service: 12.5%',
  '',
  '<b>Types of funding</b>',
  '• exchange: 87.5%',
  '• unknown wallet / otc / service: 12.5%',
  '',
  '<b>Known transfers:</b> 2 (inputs 2, outputs 0)',
  '<b>Last operation:</b> 2026-02-27 08:30:00 UTC',
  '<b>Method:</b> version 1.1, 1 hop',
].join('<br>\n');

const report = {
  user_id: exampleIds.account,
  message,
  aml_score: 6.25,
  params: {
    owner: 'unknown',
    transactions: { total: 2, inputs: 2, outputs: 0 },
    balances: { USDT: 100 },
    last_operation: '2026-02-27T08:30:00.000Z',
    risk: { score: 6.25, level: 'Low risk' },
    sources_of_funding: { 'Example exchange': 87.5, 'unknown wallet / otc / service': 12.5 },
    types_of_funding: { exchange: 87.5, 'unknown wallet / otc / service': 12.5 },
    direct_exposure: { exchange: 87.5, 'unknown wallet / otc / service': 12.5 },
    subject: { kind: 'address', network: 'trx', value: otherTron },
    direct_hits: [],
    uid,
    method: {
      version: '1.1',
      screened_at: '2026-03-01T12:00:00.000Z',
      hops: 1,
      limits_reached: [],
      labels: 1,
      label_sources: 1,
      labels_updated: '2026-02-28T06:00:00.000Z',
    },
  },
  pdf_link: pdf,
  checks_balance: '41',
};

describeSchema('AmlReport', amlReport, {
  text: 'What is known of the funds of an address or a transaction.',
  fields: {
    user_id: userId,
    message: published(
      'The report as text with simple HTML markup and line breaks. Values from data are escaped.',
    ),
    aml_score: published('Risk score from 0 to 100.'),
    params: published(
      'The detail, free-form. Keys seen: `owner`, `transactions`, `balances`, `last_operation`, `risk`, `sources_of_funding` and `types_of_funding`, the last two with percentages that add up to 100.',
    ),
    pdf_link: published('URL of the report as a PDF: nobody can guess it, and it expires.', {
      format: 'uri',
    }),
    checks_balance: published('How many checks remain, as text.', { pattern: String.raw`^\d+$` }),
  },
});

describeSchema('AmlUid', amlUid, {
  text: 'A check in progress.',
  fields: { uid: decided('Names the check: 41 lowercase hexadecimal characters.') },
});

describeSchema('AmlProviderFailure', amlProviderFailure, {
  text: 'The check failed at the provider. No check was used.',
  fields: {
    code: published('The provider’s status.'),
    error_code: published('The provider’s code.'),
    error_message: published('The provider’s message.'),
  },
});

describeOperation(requestAmlReport, {
  text: 'Screens an address or a transaction: where its funds came from, and how risky that is. Uses one check when a report is produced, and none when it fails. When no checks remain, `address` names the wallet that pays the fee in USDT.\n\nWith `async`, the response comes immediately and contains only `uid`. Fetch the report with the recheck.',
  isDecided: false,
  decisions: [
    '`uid` is 41 lowercase hexadecimal characters.',
    'Concurrent requests never use the same last check.',
    '`pdf_link` is an absolute URL that nobody can guess and that expires.',
  ],
  fields: {
    value: published('A wallet address or a transaction id.', { examples: [otherTron] }),
    network: published(`Network code: ${codeList(amlNetworks)}.`, {
      examples: ['trx'],
    }),
    address: published('The wallet that pays when no checks remain.'),
    async: published('True: respond with `uid` immediately. False: respond with the report.'),
  },
  requests: {
    now: { summary: 'Wait for the report', body: { value: otherTron, network: 'trx' } },
    later: { summary: 'Fetch it later', body: { value: otherTron, network: 'trx', async: true } },
    paid: { summary: 'Pay from a wallet', body: { value: otherTron, network: 'trx', address: tron } },
  },
  answers: {
    report: { summary: 'The report', data: report },
    uid: { summary: 'The check is in progress', data: { uid } },
  },
  invalid: { value: 'required field' },
  failures: {
    'value matches no known address or transaction-id pattern': {
      message:
        'The value matches no known address or transaction-id pattern of Tron: not a valid address or transaction ID',
    },
    [`network is not one of ${amlNetworks.join(', ')}`]: {
      message: `The network "doge" is not supported; supported: ${amlNetworks.join(', ')}`,
    },
    'No AML checks are available and no address is provided': {
      message: 'No AML checks are available and no address is provided',
    },
    'The wallet does not support USDT payments for AML': {
      message: 'The wallet does not support USDT payments for AML: it holds 0 USDT, and a check costs 1 USDT',
    },
  },
});

describeOperation(recheckAmlReport, {
  text: 'Fetches the report of an asynchronous check. While it is in progress, the response is `uid` again.',
  isDecided: false,
  decisions: [
    'While the report is pending: 200 with `uid` again. An unknown `uid`: 404 `not_found`.',
    'A failure of the provider: 200 with `code`, `error_code` and `error_message` inside `data`.',
  ],
  fields: { uid: published('The `uid` from the asynchronous request.') },
  requests: { fetch: { summary: 'Fetch the report', body: { uid } } },
  answers: {
    report: { summary: 'The report', data: report },
    pending: { summary: 'Still in progress', data: { uid } },
    failed: {
      summary: 'The check failed',
      data: {
        code: '500',
        error_code: 'system',
        error_message: 'The report could not be produced. Nothing was charged; ask again later.',
      },
    },
  },
  invalid: { uid: 'required field' },
});
