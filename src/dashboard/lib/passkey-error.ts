/** The browser didn't create or use a passkey. The message says why and what to do. */
export class PasskeyError extends Error {
  override name = 'PasskeyError';
  /** What happened, without a period. */
  readonly title: string;

  constructor(title: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.title = title;
  }
}
