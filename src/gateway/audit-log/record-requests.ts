import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DetailsPermission, detailsPermissionOf } from '#contract/gateway/details-permission.ts';
import type { AuditLogEntriesTable } from '#database/console-tables.ts';
import { addMs, type Clock, type Instant, msBetween } from '#domain/time.ts';
import { stringifyJson } from '#domain/json.ts';
import { asNotBegun, TemporaryFailure } from '#domain/temporary-failure.ts';
import { addressOf } from '#http/client-address.ts';
import { operationOf } from '#http/request-log.ts';
import { ServiceError } from '#http/service-error.ts';
import { isLarge, threads, threadTask } from '#http/thread-pool.ts';
import type { Caller, CallerOf, SessionOf } from '../caller.ts';
import { downloadFacts } from '../downloads.ts';
import { isOwnCall } from '../own-calls.ts';
import { isChanging } from '../same-origin.ts';
import { shortIdOf } from '../tokens.ts';
import type { NewEntry } from './chain.ts';
import { type DescribedOutcome, describeOutcome } from './describe-outcome.ts';
import { type DescribedRequest, describeRequest, plainText } from './describe-request.ts';
import type { AuditLog } from './audit-log.ts';
import type { Refusals } from './refusals.ts';

/** Who asks, and the key itself, which is removed from all that is written. */
type RecordedCaller = Caller & {
  apiKey: string;
  via: AuditLogEntriesTable['via'];
  /** The hash of the session; null for a program, and for a session that is still to be opened. */
  sessionHash: string | null;
};

/** What is asked, and what a key needs to see that. */
type Asked = DescribedRequest & {
  permission: DetailsPermission;
  /** Of a route that does several; that of the route where it is left out. */
  operation?: string;
};

/** Records requests to the gateway, and their outcomes, in the activity log. */
export type Recorder = {
  /** Records the request before it is carried out. Throws a 500 error if it can't be recorded. */
  begin: (request: FastifyRequest, caller: RecordedCaller, asked: Asked) => Promise<void>;
  /** Notes the session that a request opened, for its outcome. */
  noteSession: (request: FastifyRequest, sessionHash: string) => void;
  /** Records the outcome of a request before it is answered. */
  end: (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<void>;
  hasBegun: (request: FastifyRequest) => boolean;
};

type RecorderDeps = { auditLog: AuditLog; now: Clock };

export function createRecorder({ auditLog, now }: RecorderDeps): Recorder {
  type Begun = { caller: RecordedCaller; entry: NewEntry; sequence: number; openedSession?: string };
  const begun = new WeakMap<FastifyRequest, Begun>();

  return {
    begin: async (request, caller, { permission, operation, ...asked }) => {
      const entry: NewEntry = {
        recorded_at: now(),
        outcome_of: null,
        request_id: request.id,
        operation: operation ?? operationOf(request) ?? 'unknown',
        key_name: caller.keyName,
        key_fingerprint: caller.fingerprint,
        user_id: caller.user?.id ?? null,
        user_name: caller.user?.name ?? null,
        via: caller.via,
        ...asked,
        status: null,
        error_message: null,
        created_id: null,
        ip_address: addressOf(request),
        session: caller.sessionHash === null ? null : shortIdOf(caller.sessionHash),
        details_permission: permission,
      };
      try {
        const [row] = await auditLog.append(caller.accountId, [entry]);
        if (row === undefined) throw new Error('The activity log gave no row.');
        begun.set(request, { caller, entry, sequence: row.sequence });
      } catch (error) {
        if (error instanceof TemporaryFailure) throw asNotBegun(error);
        request.log.error({ err: error }, 'the activity log cannot be written');
        throw new ServiceError(
          500,
          'The change wasn’t made: the activity log can’t be written, and every change must be recorded',
        );
      }
    },
    noteSession: (request, sessionHash) => {
      const done = begun.get(request);
      if (done !== undefined) begun.set(request, { ...done, openedSession: shortIdOf(sessionHash) });
    },
    end: async (request, reply, payload) => {
      const done = begun.get(request);
      if (done === undefined) return;
      begun.delete(request);
      const { caller, entry, sequence, openedSession } = done;
      // A file that is handed out says nothing about the request.
      const isFile = request.routeOptions.config.isDownload === true;
      const answer = {
        method: request.method,
        status: reply.statusCode,
        payload: isFile ? undefined : payload,
      };
      const outcome: NewEntry = {
        ...entry,
        recorded_at: now(),
        outcome_of: sequence,
        details: null,
        session: openedSession ?? entry.session,
        ...(await outcomeOf(answer, caller)),
      };
      try {
        await auditLog.append(caller.accountId, [outcome]);
      } catch (error) {
        // It is done, or refused, and the caller must learn that. The activity log shows that the outcome is missing.
        request.log.error({ err: error }, 'the outcome could not be written to the activity log');
      }
    },
    hasBegun: (request) => begun.has(request),
  };
}

type RecordingDeps = {
  recorder: Recorder;
  refusals: Refusals;
  /** Whether the sender was only asked to prove who it is, which is no refusal. */
  isAsked: (request: FastifyRequest) => boolean;
  now: Clock;
  /** Called with a key that the wallet service refuses. */
  forgetKey: (apiKey: string) => void;
  callerOf: CallerOf;
  sessionOf: SessionOf;
  /** What a request is about whose body does not say it itself; undefined where nothing more is known. */
  subjectOf: (request: FastifyRequest, caller: Caller) => Promise<string | undefined>;
  /** What a key needs to see the details of a request for which its operation alone does not decide. */
  permissionOf: (request: FastifyRequest, caller: Caller) => Promise<DetailsPermission | undefined>;
};

/** How many requests a minute are recorded for all keys together that the wallet service can't identify. */
const MOST_UNPROVEN = 60;
const UNPROVEN_MS = 60_000;

/**
 * Records every request of the scope that changes something, whatever the operation, for every caller whose
 * account is known. To be registered before the routes and before whatever else may refuse a request.
 */
export function recordRequests(
  scope: FastifyInstance,
  {
    recorder,
    refusals,
    now,
    forgetKey,
    callerOf,
    sessionOf,
    subjectOf,
    permissionOf,
    isAsked,
  }: RecordingDeps,
): void {
  let unproven: { until: Instant; count: number } | undefined;
  /** A key that can't be looked up may be made up, and a new one each time: they must not fill the activity log. */
  const countUnproven = (why: ServiceError): void => {
    const at = now();
    if (unproven === undefined || at >= unproven.until) {
      unproven = { until: addMs(at, UNPROVEN_MS), count: 0 };
    }
    unproven.count += 1;
    if (unproven.count <= MOST_UNPROVEN) return;
    const seconds = Math.ceil(msBetween(at, unproven.until) / 1000);
    throw new ServiceError(
      429,
      `The wallet service can’t verify this API key right now (${why.message}), so the request wasn’t sent. Try again in ${seconds} s`,
      { headers: { 'retry-after': String(seconds) } },
    );
  };
  const recordedCallerOf = async (request: FastifyRequest): Promise<RecordedCaller | undefined> => {
    const caller = await callerOf(request);
    if (caller === undefined) return undefined;
    const session = sessionOf(request);
    return {
      ...caller,
      apiKey: String(request.headers['token']),
      via: session === undefined ? 'program' : 'session',
      sessionHash: session?.hash ?? null,
    };
  };

  const begin = async (request: FastifyRequest): Promise<void> => {
    const caller = await recordedCallerOf(request);
    if (caller === undefined) return;
    const { apiKey, whyUnnamed } = caller;
    if (whyUnnamed !== undefined) countUnproven(whyUnnamed);
    const asked = describeRequest(request, apiKey);
    const subject = asked.subject ?? plainText((await subjectOf(request, caller)) ?? '', apiKey);
    const permission =
      (await permissionOf(request, caller)) ?? detailsPermissionOf(operationOf(request) ?? '');
    await recorder.begin(request, caller, { ...asked, subject: subject || null, permission });
  };

  const noteRefusal = async (request: FastifyRequest, status: number): Promise<void> => {
    const caller = await recordedCallerOf(request);
    // It is unknown whether the key exists.
    if (caller?.whyUnnamed !== undefined) return;
    if (caller !== undefined) await refusals.note(request, caller, status);
  };

  const beginDownload = async (request: FastifyRequest, payload: unknown): Promise<void> => {
    const caller = await recordedCallerOf(request);
    const facts = downloadFacts(payload);
    if (caller === undefined || facts === undefined) return;
    const { subject } = describeRequest({ body: request.query }, caller.apiKey);
    const details = stringifyJson(facts);
    const permission = detailsPermissionOf(operationOf(request) ?? '');
    await recorder.begin(request, caller, { subject, details, permission });
  };

  scope.addHook('preHandler', async (request) => {
    if (isRecorded(request)) await begin(request);
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode === 401 && typeof request.headers['token'] === 'string') {
      forgetKey(request.headers['token']);
    }
    // Refused on entry: it lacks a permission, or its content is invalid.
    const isRefused = reply.statusCode >= 400 && reply.statusCode !== 429 && !isAsked(request);
    if (isRecorded(request) && isRefused && !recorder.hasBegun(request)) {
      await noteRefusal(request, reply.statusCode);
    }
    if (request.routeOptions.config.isDownload === true && reply.statusCode === 200) {
      // It only reads, so it is allowed even if it can't be recorded, which the log says.
      await beginDownload(request, payload).catch(() => undefined);
    }
    await recorder.end(request, reply, payload);
    return payload;
  });
}

/** The outcomes of what the routes of the scope begin themselves. */
export function recordOutcomes(scope: FastifyInstance, recorder: Recorder): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    await recorder.end(request, reply, payload);
    return payload;
  });
}

function isRecorded(request: FastifyRequest): boolean {
  const isRead = !isChanging(request.method) || request.routeOptions.config.isReading === true;
  return !isRead && operationOf(request) !== undefined && !isOwnCall();
}

const describing = threadTask<typeof describeOutcome>(
  new URL('describe-outcome.ts', import.meta.url),
  'describeOutcome',
);

/** A remote provider may answer with many MB. An answer that can't be read in time is recorded by its status alone. */
async function outcomeOf(
  answer: { method: string; status: number; payload: unknown },
  { apiKey, accountId }: RecordedCaller,
): Promise<DescribedOutcome> {
  const { payload } = answer;
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isText || !isLarge(payload)) return describeOutcome({ answer, apiKey });
  try {
    return await threads.run(describing, { answer, apiKey }, { owner: accountId });
  } catch {
    return { status: answer.status, error_message: null, created_id: null };
  }
}
