import type { Decimal } from '#domain/decimal.ts';
import type { Currency, Network } from '#domain/networks.ts';

/** What is to be paid on a network. */
export type PaymentOrder = {
  /** What the payment is for: the id of a withdrawal request. */
  reference: string;
  network: Network;
  currency: Currency;
  /** What the recipient gets. */
  amount: Decimal;
  /** The paying wallet's address; null where the exchange pool pays. */
  sender: string | null;
  recipient: string;
};

/** A payment that can be sent as it is, known on its network by its hash. */
export type SignedPayment = { network: Network; hash: string; signed: string };

type Signing = { outcome: 'signed'; payment: SignedPayment } | { outcome: 'refused'; reason: string };

/**
 * `unknown`: the network has never received it, and a payment whose sending had ended before it was asked never
 * arrives; `failed`: it has, and will never carry it out. Neither
 * `confirmed` nor `failed` ever changes again.
 */
type PaymentState = 'unknown' | 'pending' | 'confirmed' | 'failed';

/**
 * The way to the networks. Each call may fail for a passing reason (no response): it throws, and is
 * repeated later. Called outside of any transaction, and possibly twice at once for the same payment.
 */
export type Chain = {
  /** Makes a payment ready to send and sends nothing; two calls for one order may make two payments. */
  sign: (order: PaymentOrder) => Promise<Signing>;
  /**
   * Hands a payment over. However often it is sent, the network carries it out at most once. Once `signal` is
   * aborted, nothing of it may reach the network any more.
   */
  send: (payment: SignedPayment, signal: AbortSignal) => Promise<void>;
  state: (payment: SignedPayment) => Promise<PaymentState>;
};
