import { expect, it } from 'vitest';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { decimal } from '#domain/decimal.ts';
import { planOf, releasedBy } from './bulk-deletion.ts';

const request = (changes: Partial<WithdrawalDetail> = {}): Partial<WithdrawalDetail> => ({
  status: 'new',
  currency: 'USDT',
  amount: decimal('25'),
  fee: decimal('1.5'),
  fee_included: false,
  ...changes,
});
const found = (value: Partial<WithdrawalDetail>) => ({
  state: 'found' as const,
  value: { isWhole: false as const, value, problems: [] },
});

it('plans to delete what is new, and sets everything else aside with the reason, in the given order', () => {
  const plan = planOf([
    { id: 'a', found: found(request()) },
    { id: 'b', found: found(request({ status: 'processing' })) },
    { id: 'c', found: { state: 'absent' } },
    { id: 'd', found: new Error('No response was received.') },
    { id: 'e', found: found({ amount: decimal('1') }) },
    { id: 'f', found: { state: 'unknown', reason: 'Its list is too long.' } },
  ]);
  expect(plan.map(({ id, skipReason }) => [id, skipReason])).toEqual([
    ['a', null],
    ['b', 'Only new withdrawals can be deleted. This one is processing.'],
    ['c', 'It no longer exists.'],
    ['d', 'It couldn’t be loaded: No response was received.'],
    ['e', 'Only new withdrawals can be deleted. This one is unreadable.'],
    ['f', 'It couldn’t be loaded: Its list is too long.'],
  ]);
});

it('adds up what is released per currency, to the last digit, by who pays the fee', () => {
  const eth = { currency: 'ETH', fee: decimal('0.001') };
  expect(
    releasedBy([
      request(),
      request({ ...eth, amount: decimal('0.100000000000000001'), fee_included: true }),
      request({ fee_included: true }),
      request({ ...eth, amount: decimal('0.2') }),
    ]),
  ).toEqual([
    { currency: 'USDT', requests: 2, amount: '50', released: '51.5', unknown: 0 },
    {
      currency: 'ETH',
      requests: 2,
      amount: '0.300000000000000001',
      released: '0.301000000000000001',
      unknown: 0,
    },
  ]);
});

it('says how many hold an unknown amount, and leaves them out of both sums', () => {
  const { fee_included: _, ...untold } = request();
  expect(releasedBy([request(), untold])).toEqual([
    { currency: 'USDT', requests: 2, amount: '25', released: '26.5', unknown: 1 },
  ]);
});
