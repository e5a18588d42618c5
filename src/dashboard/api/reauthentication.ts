import * as z from 'zod/mini';
import {
  reauthenticationHeader,
  reauthenticationNeeded,
  type ReauthenticationWay,
} from '#contract/gateway/reauthentication-proof.ts';
import type { FailedAnswer } from '#contract/read-answer.ts';

/** Has the user prove who it is. Resolves to false if the user doesn't. */
type Ask = (ways: readonly ReauthenticationWay[]) => Promise<boolean>;

// In memory alone: what can be read from this browser's storage proves nothing.
let proof: string | null = null;
let ask: Ask = async () => Promise.resolve(false);
let asking: Promise<boolean> | undefined;

/** What a change is sent with, to show that the user has just proved who it is. */
export function proofHeaders(): Record<string, string> {
  return proof === null ? {} : { [reauthenticationHeader]: proof };
}

/** Keeps the proof that a response brings, if it brings one. */
export function noteProof(headers: Headers): void {
  proof = headers.get(reauthenticationHeader) ?? proof;
}

/** The proof, to be handed to a worker. */
export function currentProof(): string | null {
  return proof;
}

/** Takes a proof over from the page. */
export function takeProof(given: string | null): void {
  proof = given;
}

/** Whoever asks the user from now on. */
export function askWith(own: Ask): void {
  ask = own;
}

/** How the user can prove who it is, where the answer says that this is needed; undefined for any other answer. */
export function waysToProve({ status, data }: FailedAnswer): readonly ReauthenticationWay[] | undefined {
  return status === 403 ? z.safeParse(reauthenticationNeeded, data).data?.reauthenticate : undefined;
}

/** Asks the user once, however many requests need it. */
export async function reauthenticate(ways: readonly ReauthenticationWay[]): Promise<boolean> {
  asking ??= ask(ways).finally(() => (asking = undefined));
  return asking;
}
