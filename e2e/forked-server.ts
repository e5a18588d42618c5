import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** A server that a test starts as a process of its own, and asks by messages. */
export type ForkedServer<Started, Request extends object, Answer> = {
  /** What the process said when it had started. */
  started: Started;
  ask: (request: Request) => Promise<Answer>;
  stop: () => Promise<void>;
};

/** Starts the file as a process with these environment variables in addition to the test's own. */
export async function forkServer<Started, Request extends object, Answer>(
  file: string,
  env: Record<string, string>,
): Promise<ForkedServer<Started, Request, Answer>> {
  const child = fork(file, { execArgv: [], env: { ...process.env, ...env } });
  return {
    started: await answerOf<Started>(child),
    ask: async (request) => {
      const answer = answerOf<Answer>(child);
      child.send(request);
      return await answer;
    },
    stop: async () => {
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** What the process says next. Rejects when it ends instead. */
async function answerOf<T>(child: ChildProcess): Promise<T> {
  const gone = new AbortController();
  const end = () => gone.abort(new Error('The server of the test has ended.'));
  child.once('exit', end);
  try {
    const [answer] = await once(child, 'message', { signal: gone.signal });
    return answer as T;
  } finally {
    child.off('exit', end);
  }
}
