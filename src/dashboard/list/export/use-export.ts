import { pageAccountPrefix } from '#dashboard/lib/page-account.ts';
import { currentProof, reauthenticate } from '#dashboard/api/reauthentication.ts';
import { useEffect, useReducer, useRef } from 'react';
import { type FromWorker, receiveError, type ToWorker } from './export-messages.ts';
import type { ExportedFile, ExportRequest } from './export-request.ts';

type ExportState =
  | { phase: 'choosing' }
  | ({ phase: 'running'; pause: { page: number; seconds: number } | undefined } & Progress)
  /** A page has failed: read on from there, or give up. */
  | ({ phase: 'failed'; page: number; error: Error } & Progress)
  /** It could not be made at all. */
  | { phase: 'ended'; error: Error }
  | { phase: 'done'; file: ExportedFile };

type Progress = { read: number; expected: number | undefined; elapsedMs: number };

type Action =
  | Exclude<FromWorker, { type: 'reauthenticate' }>
  | { type: 'begin'; expected: number | undefined }
  | { type: 'continue' }
  | { type: 'reset' };

function next(state: ExportState, action: Action): ExportState {
  if (action.type === 'reset') return { phase: 'choosing' };
  if (action.type === 'done') return { phase: 'done', file: action.file };
  if (action.type === 'ended') return { phase: 'ended', error: receiveError(action.error) };
  if (action.type === 'begin') {
    return { phase: 'running', read: 0, expected: action.expected, elapsedMs: 0, pause: undefined };
  }
  if (state.phase !== 'running' && state.phase !== 'failed') return state;

  const { read, expected, elapsedMs } = state;
  const running = { phase: 'running', read, expected, elapsedMs, pause: undefined } as const;
  if (action.type === 'continue') return running;
  if (action.type === 'pause') {
    return { ...running, pause: { page: action.page, seconds: action.seconds } };
  }
  if (action.type === 'failed') {
    const error = receiveError(action.error);
    return { phase: 'failed', read, expected, elapsedMs, page: action.page, error };
  }
  return {
    ...running,
    read: action.read,
    expected: action.expected ?? undefined,
    elapsedMs: action.elapsedMs,
  };
}

/** An export that runs in a worker of its own, which ends with the component. */
export function useExport() {
  const [state, dispatch] = useReducer(next, { phase: 'choosing' });
  const worker = useRef<Worker>(undefined);
  const end = () => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  useEffect(() => () => worker.current?.terminate(), []);

  return {
    state,
    /** `expected` is how many rows the page believes there are. */
    start: (request: ExportRequest, expected: number | undefined) => {
      end();
      const started = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' });
      worker.current = started;
      started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'reauthenticate') {
          void reauthenticate(data.ways).then((isProved) =>
            tell(started, { type: 'proof', proof: isProved ? currentProof() : null }),
          );
          return;
        }
        if (data.type === 'done' || data.type === 'ended') end();
        dispatch(data);
      });
      started.addEventListener('error', ({ message }) => {
        end();
        const words = message || 'error loading dynamically imported module';
        dispatch({ type: 'ended', error: { name: 'Error', message: words, details: undefined } });
      });
      dispatch({ type: 'begin', expected });
      tell(started, {
        type: 'start',
        request,
        proof: currentProof(),
        accountPrefix: pageAccountPrefix(),
      });
    },
    /** Reads on from the page that failed. */
    goOn: () => {
      dispatch({ type: 'continue' });
      if (worker.current !== undefined) tell(worker.current, { type: 'continue' });
    },
    /** Ends it, and nothing is left of it. */
    cancel: () => {
      end();
      dispatch({ type: 'reset' });
    },
  };
}

function tell(worker: Worker, message: ToWorker): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
  worker.postMessage(message);
}
