import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  rejectedRecipientFailure,
  unpayableRecipientFailure,
} from '#contract/wallet-service/withdrawal-request.ts';
import {
  announceSend,
  endSend,
  findStandingRejection,
  guardIsolation,
  listStandingRejections,
  lockRecipient,
  type Recipient,
} from '#database/recipient-guard.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { recognizeAddress } from '#domain/addresses.ts';
import { describeRejection } from '#domain/aml/rejection.ts';
import { isNetwork, type Network, withdrawalNetworks } from '#domain/networks.ts';
import { whyUnpayable } from '#domain/unpayable-addresses.ts';
import { ServiceError } from '#http/service-error.ts';
import type { Caller, CallerOf } from '../caller.ts';
import type { ProviderAnswer } from './provider-client.ts';

type Deps = {
  db: Kysely<Tables>;
  log: FastifyBaseLogger;
  callerOf: CallerOf;
  /** No request to the provider takes longer. */
  timeoutMs: number;
};

/**
 * Sends a withdrawal to a remote provider unless its recipient must not be paid: by what is known of the address, or
 * because compliance has rejected it. `send` gives the provider's response.
 *
 * It is announced like the payments of our own service, so that a rejection that is committed before stops it, and
 * one that comes after waits until the provider has answered.
 */
export type GuardedSend = (
  request: FastifyRequest,
  send: () => Promise<ProviderAnswer>,
) => Promise<ProviderAnswer>;

/** Counted from the announcement; a process that was held up for longer sends nothing any more. */
const LONGEST_HOLD_UP_MS = 5_000;
const WAIT_MS = 100;
/** Beyond the provider's time and being held up. */
const MARGIN_MS = 5_000;

type Named = { field: string; network: Network; address: string };

export function createRecipientGuard({ db, log, callerOf, timeoutMs }: Deps): GuardedSend {
  const announce = async (caller: Caller, named: readonly Named[], sendId: string): Promise<boolean> =>
    await inTransaction(
      db,
      async (tx) => {
        for (const [index, one] of named.entries()) {
          const recipient = { accountId: caller.accountId, network: one.network, address: one.address };
          await lockRecipient(tx, recipient, 'share');
          await requireNotRejected(tx, caller, recipient, one.field);
          const lastsMs = timeoutMs + LONGEST_HOLD_UP_MS + MARGIN_MS;
          if (!(await announceSend(tx, recipient, { sendId: `${sendId} ${index}`, lastsMs }))) return false;
        }
        return true;
      },
      guardIsolation,
    );

  return async (request, send) => {
    const named = namedRecipients(request);
    requirePayable(named);
    // A key that the provider doesn't know pays nothing.
    const caller = named.length === 0 ? undefined : await callerOf(request);
    if (caller === undefined) return await send();
    const begunAt = performance.now();
    const heldUpMs = () => performance.now() - begunAt;
    const sendId = `send_${randomBytes(12).toString('hex')}`;
    while (!(await announce(caller, named, sendId))) {
      if (heldUpMs() > LONGEST_HOLD_UP_MS) {
        throw new ServiceError(
          409,
          'The withdrawal wasn’t sent because compliance is deciding on this address. Try again',
        );
      }
      await sleep(WAIT_MS);
    }
    try {
      if (heldUpMs() > LONGEST_HOLD_UP_MS) {
        throw new ServiceError(504, 'The withdrawal wasn’t sent because the server was too busy. Try again');
      }
      return await send();
    } finally {
      for (const index of named.keys()) {
        // It ends without a signal: a rejection waits for it until then.
        await endSend(db, `${sendId} ${index}`).catch((error: unknown) =>
          log.error({ err: error }, 'a withdrawal that was sent is still announced'),
        );
      }
    }
  };
}

/** No withdrawal has as many, and each must be looked at. */
const mostNamed = 20;

/**
 * The addresses that a request may pay. A provider may have other names for networks and fields than the interface: an
 * address counts on every network that it can be of, unless the network is known, and in whichever field it is.
 */
function namedRecipients({ body, query }: FastifyRequest): Named[] {
  const fields = { ...(query as Record<string, unknown>), ...(body as Record<string, unknown> | undefined) };
  const { network: asked, sender_wallet: _sender, external_id: _id, comment: _comment, ...others } = fields;
  const code = typeof asked === 'string' ? asked.trim().toLowerCase() : '';
  const named = Object.entries(others).flatMap(([field, value]) => {
    const text = typeof value === 'string' ? value : '';
    return (isNetwork(code) ? [code] : withdrawalNetworks).flatMap((network): Named[] => {
      const address = recognizeAddress(network, text);
      return address === undefined ? [] : [{ field, network, address }];
    });
  });
  // The same address counts once.
  const different = new Map(named.map((one) => [`${one.network} ${one.address}`, one]));
  if (different.size > mostNamed) {
    throw new ServiceError(400, `Nothing was sent: the request names more than ${mostNamed} addresses`);
  }
  return [...different.values()];
}

function requirePayable(named: readonly Named[]): void {
  for (const { field, network, address } of named) {
    const reason = whyUnpayable(network, address);
    if (reason === undefined) continue;
    const { status, errorCode } = unpayableRecipientFailure;
    throw new ServiceError(status, reason, { errorCode, data: { [field]: reason } });
  }
}

async function requireNotRejected(
  tx: Transaction<Tables>,
  caller: Caller,
  recipient: Recipient,
  field: string,
): Promise<void> {
  const own = await findStandingRejection(tx, recipient);
  // It may be a key of an account that has rejected the address, which is not got around by keeping its name back.
  const others = own === undefined && caller.isUnnamed ? await listStandingRejections(tx, recipient) : [];
  if (own === undefined && others.length === 0) return;
  const reason = own === undefined ? rejectedByAnotherAccount : describeRejection(own);
  const { status, errorCode } = rejectedRecipientFailure;
  throw new ServiceError(status, reason, { errorCode, data: { [field]: reason } });
}

const rejectedByAnotherAccount =
  'Compliance has rejected this address, perhaps for another account: the wallet service doesn’t say whose API key this is.';
