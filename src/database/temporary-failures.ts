import { TemporaryFailure } from '#domain/temporary-failure.ts';

/** A row or table was locked for longer than `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** Conflicts that a transaction loses to another one, through no fault of its own. */
export const CONFLICTS = new Set(['40001', '40P01']);

/**
 * The server refuses or ends one statement, and nothing of it or of its transaction is stored: statement timeout, locks,
 * conflicts, a full disk or no memory (53…), and a server that only reads.
 */
const refusedStatement = /^(?:55P03|57014|40001|40P01|53...|25006)$/;

/** The server ends the connection: it stops, starts, or has waited too long for the next statement. */
const endedConnection = /^(?:08...|57P0[1235]|25P0[34]|40003)$/;

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The driver gives no code for a connection that is gone. With these it has sent nothing. */
const unsent = /not queryable|timeout exceeded when trying to connect|due to connection timeout/;
const lost = /^Connection terminated/;

/**
 * The failure that passes by itself, if the driver's error is one. `isLossUnknown`: whether a connection that ends now
 * leaves open what was stored, as it does during a commit.
 */
export function asTemporaryFailure(error: unknown, isLossUnknown: boolean): TemporaryFailure | undefined {
  if (!(error instanceof Error) || error instanceof TemporaryFailure) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  const fail = (mayBeDone: boolean): TemporaryFailure =>
    new TemporaryFailure(error.message, { code: code || 'connection', mayBeDone, cause: error });
  if (refusedStatement.test(code) || unsent.test(error.message)) return fail(false);
  if (endedConnection.test(code) || networkCodes.has(code) || lost.test(error.message)) {
    return fail(isLossUnknown);
  }
  return undefined;
}
