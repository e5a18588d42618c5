import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { isDecimal, type Decimal } from '#domain/decimal.ts';
import { parseTimestamp, type Instant } from '#domain/time.ts';

const decimalText = z.custom<Decimal>((value) => typeof value === 'string' && isDecimal(value));
const instant = z.custom<Instant>(
  (value) => typeof value === 'string' && parseTimestamp(value)?.instant === value,
);
/** Hundredths of a percent. */
const share = z.int();

/**
 * All that a report says, as stored: the answers, the message and the PDF are made from it and nothing else. Whole
 * numbers and text only, so that the database returns it unchanged. Categories are any text: those of an older version
 * of the method must stay readable.
 */
const reportDocument = z.object({
  uid: z.string(),
  network: z.enum(amlNetworks),
  kind: z.enum(['address', 'transaction']),
  value: z.string(),
  screenedAt: instant,
  owner: z.string(),
  score: decimalText,
  riskLevel: z.string(),
  directHits: z.array(
    z.object({
      role: z.enum(['address', 'sender', 'recipient']),
      address: z.string(),
      entity: z.string(),
      category: z.string(),
      source: z.string(),
    }),
  ),
  sources: z.array(z.object({ name: z.string(), type: z.string(), share })),
  /** The category with its weight in this version of the method. */
  types: z.array(
    z.object({
      type: z.string(),
      share,
      weight: z.int(),
      /** The part of `share` that came straight from the category. Reports before version 1.1 do not tell. */
      direct: z.optional(share),
    }),
  ),
  transactions: z.object({ total: z.int(), inputs: z.int(), outputs: z.int() }),
  balances: z.record(z.string(), decimalText),
  lastOperation: z.nullable(instant),
  hops: z.int(),
  limitsReached: z.array(z.string()),
  labels: z.object({ count: z.int(), sources: z.int(), newest: z.nullable(instant) }),
  methodVersion: z.string(),
});

export type ReportDocument = z.output<typeof reportDocument>;

/** Parses a stored report. Throws if it isn't one, which is a bug. */
export function parseReportDocument(stored: unknown): ReportDocument {
  return z.parse(reportDocument, stored);
}
