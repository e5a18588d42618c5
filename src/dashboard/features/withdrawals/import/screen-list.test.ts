import { describe, expect, it } from 'vitest';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { decimal } from '#domain/decimal.ts';
import type { PaidBefore } from '../create/recipient.queries.ts';
import { outcomeWith } from '../outcomes/testing-outcome.ts';
import { type ScreenedList, type Screening, screenList } from './screen-list.ts';
import { entry, known, otherTron, payer, planOf, tron, wallet } from './testing-list.ts';

const history = (changes: Partial<PaidBefore> = {}): PaidBefore => ({
  times: 0,
  missing: null,
  lastAt: undefined,
  lookAlikes: [],
  ...changes,
});

async function screen(
  rows: string[],
  changes: Partial<Screening> = {},
  knows = known(),
): Promise<ScreenedList> {
  return await screenList(await planOf(rows, knows), {
    wallets: knows.wallets,
    book: knows.book,
    findRequest: async () => undefined,
    fetchPaymentHistory: async () => history(),
    lookUp: async () => ({ entry: null, book_only: false, refusal: null, sanctions_lists: [] }),
    now: Date.parse('2026-06-01T00:00:00Z'),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...changes,
  });
}

const row = (recipient: string, amount = '25', id = '') => `pool,trx,USDT,${recipient},${amount},,,${id}`;

const coolsOff = async () => ({
  entry: null,
  book_only: true,
  refusal: 'cools off until',
  sanctions_lists: [],
});

describe('a recipient', () => {
  it('is new where it is neither own, nor in the book, nor paid before', async () => {
    const { ready } = await screen([row(tron), row(otherTron), row(payer)]);
    expect(ready.map(({ recipient }) => [recipient.isNew, recipient.entry?.name, recipient.ownName])).toEqual(
      [
        [true, undefined, undefined],
        [false, 'Supplier', undefined],
        [false, undefined, 'Payouts'],
      ],
    );
    const paid = await screen([row(tron)], { fetchPaymentHistory: async () => history({ times: 2 }) });
    expect(paid.ready[0]?.recipient).toMatchObject({ isNew: false, times: 2 });
  });

  it('that the gateway would refuse is refused here, with its message, before anything is sent', async () => {
    const asked: string[] = [];
    const lookUp: Screening['lookUp'] = async (_network, address) => {
      asked.push(address);
      return { entry: null, book_only: true, refusal: 'is not in the address book', sanctions_lists: [] };
    };
    const { ready, wrong } = await screen([row(tron), row(tron, '26'), row(otherTron)], { lookUp });
    expect(wrong.map(({ line, problems }) => [line, problems])).toEqual([
      [2, ['recipient: is not in the address book']],
      [3, ['recipient: is not in the address book']],
    ]);
    expect(ready.map(({ line }) => line)).toEqual([4]);
    // Once for each recipient, and not for one in the book that has cooled off.
    expect(asked).toEqual([tron]);
  });

  it('in its waiting period is reported, and needs a confirmation', async () => {
    const cooling = known({ book: [entry({ usable_from: '2026-06-02T00:00:00.000Z' })] });
    expect((await screen([row(otherTron)], {}, cooling)).ready[0]?.recipient.isCoolingOff).toBe(true);
    expect((await screen([row(otherTron)], { lookUp: coolsOff }, cooling)).wrong[0]?.problems).toEqual([
      'recipient: cools off until',
    ]);
  });

  it('that looks like a wallet, an entry, an earlier recipient or another row is shown beside it', async () => {
    const one = '0xabcdef0000000000000000000000000000123456';
    const other = '0xabcdef1111111111111111111111111111123456';
    const earlier = '0xabcdef2222222222222222222222222222123456';
    const inBook = '0xabcdef3333333333333333333333333333123456';
    const own = '0xabcdef4444444444444444444444444444123456';
    const { ready } = await screen(
      [`pool,eth,USDT,${one},25`, `pool,eth,USDT,${other},25`, `pool,eth,USDT,0x${'1'.repeat(40)},25`],
      { fetchPaymentHistory: async () => history({ lookAlikes: [{ address: earlier, as: 'Paid' }] }) },
      known({
        wallets: [wallet({ address: own, network: 'eth', name: 'Cold' })],
        book: [entry({ address: inBook, network: 'eth' })],
      }),
    );
    expect(ready[0]?.recipient.lookAlikes.map(({ as }) => as)).toEqual([
      'Your wallet “Cold”',
      '“Supplier” in the address book',
      'The recipient in line 3',
      'Paid',
    ]);
    expect(ready[2]?.recipient.lookAlikes).toEqual([]);
  });
});

describe('a row whose request exists', () => {
  const found = { request_id: 'wd_1', status: 'new', recipient_wallet: tron, amount: decimal('25') };

  it('is recognised by its external id and not sent again, whatever is left or blocked by now', async () => {
    const spent = known({
      wallets: [wallet({ status: 'blocked', available: new Map([['USDT', decimal('0')]]) })],
    });
    const list = await screen(
      [`Payouts,trx,USDT,${tron},25,,,made`, `Payouts,trx,USDT,${tron},26,,,open`],
      { findRequest: async (id) => (id === 'made' ? found : undefined) },
      spent,
    );
    expect(list.made).toMatchObject([{ line: 2, requestId: 'wd_1', status: 'new' }]);
    expect(list.ready).toEqual([]);
    expect(list.wrong).toMatchObject([
      {
        line: 3,
        problems: [
          'source: this wallet is blocked',
          'amount: not enough funds: 26 USDT needed, 0 USDT available',
        ],
      },
    ]);
  });

  it('is wrong where that is a request for something else', async () => {
    const { wrong } = await screen([row(otherTron, '25', 'made')], { findRequest: async () => found });
    expect(wrong[0]?.problems).toEqual(['external_id: belongs to another withdrawal; use a new one']);
  });
});

const stored = (changes: Partial<WithdrawalOutcome>) => ({
  findOutcome: async () => outcomeWith({ recipient_wallet: tron, ...changes }),
  findRequest: async () => {
    throw new Error('The provider was asked, which may know no external ids.');
  },
});

describe('a row whose external id was sent to a remote provider before', () => {
  it('is left out while its outcome is unknown, and if a user handled it', async () => {
    const open = await screen([row(tron, '25', 'payout-1')], stored({ state: 'outcome_unknown' }));
    expect(open.wrong[0]?.problems[0]).toContain('the outcome of an earlier attempt is unknown');
    const handled = { note: 'Paid by phone', by: null, at: '2026-01-02T03:04:05.000Z' };
    const closed = await screen([row(tron, '25', 'payout-1')], stored({ state: 'handled', handled }));
    expect(closed.wrong[0]?.problems[0]).toContain('Paid by phone');
  });

  it('is recognised where it was confirmed, and sent where it was refused or not created', async () => {
    const confirmed = stored({ state: 'confirmed', request_id: 'wd_7' });
    expect((await screen([row(tron, '25', 'payout-1')], confirmed)).made).toMatchObject([
      { requestId: 'wd_7' },
    ]);
    for (const state of ['refused', 'not_created'] as const) {
      expect((await screen([row(tron, '25', 'payout-1')], stored({ state }))).ready).toHaveLength(1);
    }
  });
});

it('limits how many questions it asks at once, and reports its progress', async () => {
  let open = 0;
  let most = 0;
  const progress: number[] = [];
  await screen(
    Array.from({ length: 30 }, (_, index) => row(tron, String(25 + index))),
    {
      findRequest: async () => {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 1));
        open -= 1;
        return undefined;
      },
      onProgress: (done) => progress.push(done),
    },
  );
  expect(most).toBe(4);
  expect(progress).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
});

const failing = async () => Promise.reject(new Error('No response was received.'));

it('fails whole where a question is not answered, so that nothing is sent unscreened', async () => {
  await expect(screen([row(tron)], { fetchPaymentHistory: failing })).rejects.toThrow(
    'No response was received.',
  );
});
