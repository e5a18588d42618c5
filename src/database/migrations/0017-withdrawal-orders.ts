import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was ordered, written with the request and never changed, so that the ledger check can find a request that
  // was changed afterwards. No foreign keys: an order must outlive a request that is gone.
  await sql`
    create table withdrawal_orders (
      request_id text collate "C" primary key,
      account_id text collate "C" not null,
      amount numeric not null,
      fee numeric not null,
      fee_included boolean not null,
      currency text collate "C" not null,
      network text collate "C" not null,
      sender_wallet text collate "C",
      recipient_wallet text collate "C" not null
    )`.execute(db);
  // Requests from before this migration are taken over as they are.
  await sql`
    insert into withdrawal_orders
    select request_id, account_id, amount, fee, fee_included, currency, network, sender_wallet, recipient_wallet
    from withdrawal_requests`.execute(db);
}
