import { checkAddress, networksOfAddress, reasonOfShape } from './addresses.ts';
import { networksOfScheme, type Network } from './networks.ts';
import type { Scheme } from './networks/network.ts';
import { checkTransactionId, networksOfTransactionId } from './transaction-ids.ts';

/** What a text may be on one network; `value` is its canonical spelling there. */
export type Candidate = { kind: 'address' | 'transaction'; network: Network; value: string };

export type Recognition = { ok: true; candidates: Candidate[] } | { ok: false; reason: string };

/**
 * Says what a pasted text is: an address or a transaction id, and on which networks it may be (an Ethereum
 * address is a BNB Chain address too). Where it is neither, the reason is the one of the form that the text
 * comes nearest to.
 */
export function recognise(pasted: string): Recognition {
  const text = pasted.trim();
  const misshapen = reasonOfShape(text, 'an address or a transaction ID');
  if (misshapen !== undefined) return { ok: false, reason: misshapen };
  const candidates = [...addressCandidates(text), ...transactionCandidates(text)];
  return candidates.length > 0 ? { ok: true, candidates } : { ok: false, reason: nearestReason(text) };
}

function addressCandidates(text: string): Candidate[] {
  return networksOfAddress(text).flatMap((network) => {
    const check = checkAddress(network, text);
    return check.ok ? [{ kind: 'address', network, value: check.address }] : [];
  });
}

function transactionCandidates(text: string): Candidate[] {
  return networksOfTransactionId(text).flatMap((network) => {
    const check = checkTransactionId(network, text);
    return check.ok ? [{ kind: 'transaction', network, value: check.transactionId }] : [];
  });
}

/** Prefix and length tell what was meant, though a character is wrong, missing or too many. */
const nearest: readonly [form: RegExp, reason: (text: string) => string | undefined][] = [
  [/^0x.{50,}$/i, (text) => transactionReason('evm', text)],
  [/^0x/i, (text) => addressReason('evm', text)],
  [/^(?:bc|tb|bcrt)1/i, (text) => addressReason('bitcoin', text)],
  [/^41[0-9a-f]{40}$/i, (text) => addressReason('tron', text)],
  [/^[0-9a-f]{40}$/i, (text) => addressReason('evm', text)],
  [/^[0-9a-f]{50,}$/i, (text) => transactionReason('tron', text)],
  [/^T.{28,36}$/, (text) => addressReason('tron', text)],
  [/^[13mn2].{24,36}$/, (text) => addressReason('bitcoin', text)],
  [/^[1-9A-HJ-NP-Za-km-z]{80,95}$/, (text) => transactionReason('solana', text)],
  [/^[1-9A-HJ-NP-Za-km-z]{30,50}$/, (text) => addressReason('solana', text)],
];

function nearestReason(text: string): string {
  const [, reason] = nearest.find(([form]) => form.test(text)) ?? [];
  return reason?.(text) ?? 'not a valid address or transaction ID';
}

const addressReason = reasonOf(checkAddress);
const transactionReason = reasonOf(checkTransactionId);

function reasonOf(check: typeof checkAddress | typeof checkTransactionId) {
  return (scheme: Scheme, text: string): string | undefined => {
    const [network] = networksOfScheme(scheme);
    const checked = network && check(network, text);
    return checked === undefined || checked.ok ? undefined : checked.reason;
  };
}
