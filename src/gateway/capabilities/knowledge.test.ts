import { createHash } from 'node:crypto';
import { type KyselyPlugin, SelectQueryNode } from 'kysely';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { TestClock } from '../testing/gateway-harness.ts';
import { createKnowledge } from './knowledge.ts';

const database = useTestDatabase();
const key = createHash('sha256').update('a key').digest('hex');
const proved = { state: 'proved', detail: null } as const;

/** Knowledge whose next reading, once it is told to, has its rows and waits until it is released. */
function start() {
  const clock = new TestClock();
  let hold: (() => Promise<void>) | undefined;
  const selects = new WeakSet<object>();
  const holding: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (SelectQueryNode.is(node)) selects.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      const wait = selects.has(queryId) ? hold : undefined;
      if (wait !== undefined) hold = undefined;
      await wait?.();
      return result;
    },
  };
  const db = database.db.withPlugin(holding);
  const open = () =>
    createKnowledge({ db, provider: 'https://p.example/', log: createHttpApp({}).log, now: clock.now });
  const holdNext = () => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hold = async () => {
      reached.resolve();
      await released.promise;
    };
    return { reached: reached.promise, release: released.resolve };
  };
  return { clock, open, holdNext };
}

it('keeps what is noted while it reads from the database again', async () => {
  const { clock, open, holdNext } = start();
  const knowledge = open();
  await knowledge.note(key, 'listWallets network', proved);
  clock.advance({ seconds: 16 });
  const { reached, release } = holdNext();
  const reading = knowledge.of(key);
  await reached;
  await knowledge.note(key, 'listWallets type', proved);
  release();
  await reading;
  expect([...(await knowledge.of(key)).keys()]).toEqual(['listWallets network', 'listWallets type']);
});

it('does not bring back what is forgotten while it reads, and learns of it from other processes later', async () => {
  const { clock, open, holdNext } = start();
  const knowledge = open();
  await knowledge.note(key, 'listWallets network', proved);
  clock.advance({ seconds: 16 });
  const { reached, release } = holdNext();
  const reading = knowledge.of(key);
  await reached;
  await knowledge.forget(key, ['listWallets network']);
  release();
  await reading;
  expect((await knowledge.of(key)).size).toBe(0);
  await open().note(key, 'listWallets network', proved);
  clock.advance({ seconds: 16 });
  expect([...(await knowledge.of(key)).keys()]).toEqual(['listWallets network']);
});
