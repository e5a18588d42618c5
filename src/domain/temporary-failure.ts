type Details = {
  /** The code of the database or the network. */
  code: string;
  /** Whether what was asked for may have been done: its outcome is unknown. */
  mayBeDone: boolean;
  cause?: unknown;
};

/** Something can't be done now, and probably can in a few seconds. The message is for the log. */
export class TemporaryFailure extends Error {
  override readonly name = 'TemporaryFailure';
  readonly code: string;
  readonly mayBeDone: boolean;

  constructor(message: string, { code, mayBeDone, cause }: Details) {
    super(message, { cause });
    this.code = code;
    this.mayBeDone = mayBeDone;
  }
}

/** Fails like the cause, when it is known that what was asked for hasn't begun. */
export function asNotBegun(error: TemporaryFailure): TemporaryFailure {
  return new TemporaryFailure(error.message, { code: error.code, mayBeDone: false, cause: error });
}
