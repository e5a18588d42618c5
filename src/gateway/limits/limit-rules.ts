import * as z from 'zod/mini';
import {
  createBookEntry,
  deleteBookEntry,
  importBookEntries,
  replaceBookEntry,
} from '#contract/gateway/address-book.ts';
import { resumeAmlChecks, startAmlChecks, stopAmlChecks } from '#contract/gateway/aml-checks.ts';
import { decideAmlCheck } from '#contract/gateway/aml-decisions.ts';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import {
  changeAmlWatch,
  createAmlWatch,
  deleteAmlWatch,
  markAmlWatchSeen,
} from '#contract/gateway/aml-watches.ts';
import { accountWideReason, newWalletReason } from '#contract/gateway/limits.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { changeWalletNotes } from '#contract/gateway/wallet-notes.ts';
import { checkWithdrawalOutcome, handleWithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import type { BodyOf, Operation } from '#contract/operation.ts';
import { requestAmlReport } from '#contract/wallet-service/aml.ts';
import type { WalletServiceOperation } from '#contract/wallet-service/operations.ts';
import {
  createWallet,
  deleteWallet,
  renameWallet,
  setWalletStatus,
} from '#contract/wallet-service/wallet-changes.ts';
import {
  createWithdrawalRequest,
  deleteWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import type { Lookups } from './lookups.ts';

/**
 * What a request changes, as limits see it: something on a network; a wallet, of which `network` leaves those of other
 * networks out; or what limits by tag rule out, and why.
 */
export type Touched =
  | { kind: 'network'; network: string | undefined }
  | { kind: 'wallet'; address: string; network?: string }
  | { kind: 'untagged'; reason: string };

type Find = (body: unknown, lookups: Lookups) => Touched[] | Promise<Touched[]>;

/** How users with limits are held to them in one operation. */
export type LimitRule =
  /** Their limits must allow everything that it changes. */
  | { operation: Operation; find: Find }
  /** They can't use it: why. */
  | { refused: string }
  /** Everyone may use it whose roles allow it: why limits say nothing about it. */
  | { free: string };

/** All operations that change something, except those for the whole account. */
type Changing<O> = O extends { method: 'GET' } | { isReading: true } | { isAccountWide: true } ? never : O;
type ChangingId = Changing<WalletServiceOperation | (typeof gatewayOperations)[number]>['id'];

const signIn = { free: 'says who someone is' } as const;
const ownSignIn = { free: 'your own ways to sign in' } as const;
const views = { free: 'how lists are shown' } as const;
const users = { free: '`requireGrantable` and `requireSubordinate` hold it to the limits' } as const;

/** A new operation doesn't compile without a decision here, or `isAccountWide`. */
const decided: Record<ChangingId, LimitRule> = {
  createWallet: touching(createWallet, ({ network }) => [
    { kind: 'network', network },
    { kind: 'untagged', reason: newWalletReason },
  ]),
  renameWallet: touching(renameWallet, theWallet),
  setWalletStatus: touching(setWalletStatus, theWallet),
  deleteWallet: touching(deleteWallet, theWallet),
  changeWalletNotes: touching(changeWalletNotes, async ({ address, tags }, { tagsOf }) => {
    const current = await tagsOf(address);
    const isSame = current.length === tags.length && current.every((tag, i) => tag === tags[i]);
    return isSame
      ? theWallet({ address })
      : [
          ...theWallet({ address }),
          // Whoever decides which wallets have the tags decides what the limits mean.
          { kind: 'untagged', reason: 'Users limited by wallet tag can’t change tags' },
        ];
  }),
  createWithdrawalRequest: touching(createWithdrawalRequest, payment),
  deleteWithdrawalRequest: touching(
    deleteWithdrawalRequest,
    async ({ request_id: id }, { findWithdrawal }) => {
      const found = await findWithdrawal(id);
      return found === undefined ? [unknownNetwork] : payment(found);
    },
  ),
  checkWithdrawalOutcome: touching(checkWithdrawalOutcome, theOutcome),
  handleWithdrawalOutcome: touching(handleWithdrawalOutcome, theOutcome),
  requestAmlReport: touching(requestAmlReport, ({ network, address }) => check(network, address)),
  recheckAmlReport: {
    refused: 'This report doesn’t name its network, so we can’t check it against your limits',
  },
  startAmlCheck: touching(startAmlCheck, ({ network, payer_address: payer }) => check(network, payer)),
  startAmlChecks: touching(startAmlChecks, ({ subjects, payer_address: payer }) =>
    subjects.flatMap((subject) => check(networkIn(subject), payer)),
  ),
  stopAmlChecks: touching(stopAmlChecks, async ({ ids }, { findChecks }) =>
    (await findChecks(ids)).map(({ network }) => ({ kind: 'network', network })),
  ),
  resumeAmlChecks: touching(resumeAmlChecks, async ({ ids }, { findChecks }) =>
    (await findChecks(ids)).flatMap(({ network, payer_address: payer }) => check(network, payer)),
  ),
  decideAmlCheck: touching(decideAmlCheck, async ({ check_id: id }, { findChecks }) =>
    (await findChecks([id])).map(({ network }) => ({ kind: 'network', network })),
  ),
  createAmlWatch: touching(createAmlWatch, ({ network }) => check(network)),
  changeAmlWatch: touching(changeAmlWatch, theWatch),
  deleteAmlWatch: touching(deleteAmlWatch, theWatch),
  markAmlWatchSeen: touching(markAmlWatchSeen, theWatch),
  createBookEntry: touching(createBookEntry, ({ network }) => [{ kind: 'network', network }]),
  replaceBookEntry: touching(replaceBookEntry, async ({ id, network }, lookups) => [
    { kind: 'network', network },
    ...(await theEntry({ id }, lookups)),
  ]),
  deleteBookEntry: touching(deleteBookEntry, theEntry),
  importBookEntries: touching(importBookEntries, ({ rows }) =>
    rows.map((row) => ({ kind: 'network', network: networkIn(row) })),
  ),

  inviteUser: users,
  changeUserRoles: users,
  resetUserSignIn: users,
  removeUser: users,
  createFirstAdministrator: { free: 'refuses every user' },
  createView: views,
  replaceView: views,
  deleteView: views,
  recordExport: { free: 'reading isn’t limited' },
  requestStatementFile: { free: 'reading isn’t limited' },
  scheduleReport: { free: 'reading isn’t limited' },
  endReportSchedule: { free: 'reading isn’t limited' },
  createReconciliation: { free: 'reading isn’t limited' },
  renameReconciliationMapping: { free: 'names of columns move nothing' },
  deleteReconciliationMapping: { free: 'names of columns move nothing' },
  noteReconciliationLine: { free: 'notes move nothing' },
  lookAgain: { free: 'only reads from the provider' },
  endSession: { free: 'sessions are of no network' },
  dismissNewDevice: { free: 'devices are of no network' },
  endOtherSessions: { free: 'sessions are of no network' },
  signInAsSandboxUser: signIn,
  openSession: signIn,
  closeSession: signIn,
  setUpFirstAdministrator: signIn,
  reauthenticateWithPasskey: signIn,
  reauthenticateWithPassword: signIn,
  reauthenticateWithRecoveryCode: signIn,
  reauthenticateWithKey: signIn,
  joinWithPasskey: signIn,
  joinWithPassword: signIn,
  signInWithPasskey: signIn,
  checkPassword: signIn,
  signInWithSecondFactor: signIn,
  signInWithRecoveryCode: signIn,
  addPasskey: ownSignIn,
  removePasskey: ownSignIn,
  replacePassword: ownSignIn,
  replaceRecoveryCodes: ownSignIn,
};

const operations: readonly Operation[] = gatewayOperations;

/** The rule of every operation that changes something. */
export const limitRules: ReadonlyMap<string, LimitRule> = new Map([
  ...Object.entries(decided),
  ...operations
    .filter(({ isAccountWide }) => isAccountWide === true)
    .map(({ id }): [string, LimitRule] => [id, { refused: accountWideReason }]),
]);

const unknownNetwork: Touched = { kind: 'network', network: undefined };

function touching<O extends Operation>(
  operation: O,
  find: (body: BodyOf<O>, lookups: Lookups) => Touched[] | Promise<Touched[]>,
): LimitRule {
  return { operation, find: (body, lookups) => find(body as BodyOf<O>, lookups) };
}

function theWallet({ address }: { address: string }): Touched[] {
  return [{ kind: 'wallet', address }];
}

type Payment = {
  network: string;
  sender?: string | null | undefined;
  sender_wallet?: string | null | undefined;
};

/** A withdrawal changes the wallet that pays, or the exchange pool. */
function payment({ network, sender, sender_wallet: address }: Payment): Touched[] {
  const isWallets = sender !== 'exchange' && address != null && address !== '';
  return [
    { kind: 'network', network },
    isWallets
      ? { kind: 'wallet', address, network }
      : {
          kind: 'untagged',
          reason: 'You can withdraw only from wallets with your tags, not from the exchange pool',
        },
  ];
}

/** An AML check is of a network, and costs the wallet that pays where no checks are left. */
function check(network: string | undefined, payer?: string | null): Touched[] {
  return [{ kind: 'network', network }, ...(payer == null ? [] : theWallet({ address: payer }))];
}

/** One of many is validated on its own, later: until then it may be anything. */
function networkIn(row: Record<string, unknown>): string | undefined {
  return z.safeParse(z.string(), row['network']).data;
}

async function theOutcome({ id }: { id: string }, { findOutcome }: Lookups): Promise<Touched[]> {
  const found = await findOutcome(id);
  return found === undefined ? [] : payment(found);
}

async function theWatch({ id }: { id: string }, { findWatchNetwork }: Lookups): Promise<Touched[]> {
  return onNetwork(await findWatchNetwork(id));
}

async function theEntry({ id }: { id: string }, { findEntryNetwork }: Lookups): Promise<Touched[]> {
  return onNetwork(await findEntryNetwork(id));
}

/** What isn't there isn't changed: the operation says so. */
function onNetwork(network: string | undefined): Touched[] {
  return network === undefined ? [] : [{ kind: 'network', network }];
}
