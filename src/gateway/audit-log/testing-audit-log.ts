import { instantFromDate } from '#domain/time.ts';
import type { NewEntry } from './chain.ts';

/** A request to create a wallet; the test says what matters to it. */
export function newEntry(given: Partial<NewEntry> = {}): NewEntry {
  return {
    recorded_at: instantFromDate(new Date(Date.UTC(2026, 0, 2, 3, 4, 5))),
    outcome_of: null,
    request_id: 'request-1',
    operation: 'createWallet',
    key_name: 'Back office',
    key_fingerprint: '0123456789ab',
    user_id: null,
    user_name: null,
    via: 'program',
    subject: 'Treasury',
    details: '{"name":"Treasury"}',
    status: null,
    error_message: null,
    created_id: null,
    ip_address: null,
    session: null,
    details_permission: null,
    ...given,
  };
}
