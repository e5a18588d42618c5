import type { Kysely } from 'kysely';
import { changeWalletNotes, readWalletNotes, type WalletNotes } from '#contract/gateway/wallet-notes.ts';
import type { WalletNotesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { findCreation, findNotes, parseTags, writeNotes } from './wallet-notes.store.ts';

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** When the account's wallet was created, if the wallet service says so. */
  walletCreatedAt?: ((accountId: string, address: string) => Promise<Instant | undefined>) | undefined;
};

/** The notes belong to the account: each of its keys that may read wallets sees them. */
export function registerWalletNotesRoutes(host: Host<SignedIn>, { db, now, walletCreatedAt }: Deps): void {
  const describe = async (accountId: string, address: string, notes: WalletNotesTable | undefined) => {
    const recorded = await findCreation(db, accountId, address);
    const createdAt = (await walletCreatedAt?.(accountId, address)) ?? recorded?.recorded_at;
    return {
      note: notes?.note ?? '',
      tags: parseTags(notes?.tags),
      version: notes?.version ?? 0,
      updated_at: notes === undefined ? null : writeIsoTime(notes.updated_at),
      updated_by: notes?.updated_by ?? null,
      created_at: createdAt === undefined ? null : writeIsoTime(createdAt),
      created_by: recorded?.user_name ?? recorded?.key_name ?? null,
    } satisfies WalletNotes;
  };

  serve(host, readWalletNotes, async ({ query: { address }, caller: { accountId } }) =>
    describe(accountId, address, await findNotes(db, accountId, address)),
  );

  serve(host, changeWalletNotes, async ({ body: { address, version, note, tags }, caller }) => {
    const changed = await writeNotes(db, {
      account_id: caller.accountId,
      address,
      note,
      tags: stringifyJson(tags),
      version: version + 1,
      updated_at: now(),
      updated_by: caller.actorName,
    });
    if (changed === undefined) {
      throw new ServiceError(
        409,
        'Someone else changed these notes first, so your change wasn’t saved. Reload them and try again',
      );
    }
    return describe(caller.accountId, address, changed);
  });
}
