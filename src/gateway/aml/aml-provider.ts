import type { Operation } from '#contract/operation.ts';

export type AmlAnswer = {
  status: number;
  retryAfter: string | undefined;
  /** The text, unchanged. */
  body: Buffer;
};

/** The way to the service that makes AML reports, embedded or remote. */
export type AmlProvider = {
  /** Asks once. Throws the ServiceError of a provider that gives no answer (see `NoAnswerError`). */
  send: (operation: Operation, body: Record<string, unknown>, apiKey: string) => Promise<AmlAnswer>;
  /** Fetches the PDF of a report by its link. Throws whatever kept it from that. */
  fetchPdf: (link: string) => Promise<Buffer>;
  /** The words for a provider that does not accept requests from this machine, with what to do about it. */
  ipNotAllowedMessage: () => string;
  /** No answer takes longer. */
  timeoutMs: number;
};
