import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { readAmlActivity } from '#contract/gateway/aml-activity.ts';
import { type LiveEventKind, liveEventsPath, MOST_STREAMS } from '#contract/gateway/live-events.ts';
import type { Host } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { AmlEvents } from '../aml/aml-events.ts';
import type { SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import type { EventSignals } from './event-signals.ts';

type Deps = {
  sessionOf: SessionOf;
  checks: AmlEvents;
  movements: EventSignals;
  /** Whether the session has not ended. Not counted as a use of it. */
  isLive: (sessionHash: string, accountId: string) => Promise<boolean>;
  heartbeatMs?: number | undefined;
};

/** Proxies give up a connection that is silent for long, commonly a minute. */
const HEARTBEAT_MS = 10_000;
/** A client that doesn't read what is sent is disconnected, and reconnects. */
const MOST_WAITING_BYTES = 65_536;

/** Streams events to each tab that connects: changes of the account’s checks, and that its funds may have moved. */
export function registerLiveEventRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { checks, movements, sessionOf, isLive, heartbeatMs = HEARTBEAT_MS } = deps;
  const streams = new Map<PassThrough, string>();
  // A stream never ends on its own, and an app that closes waits for what it is sending.
  host.app.addHook('preClose', async () => {
    checks.stop();
    movements.stop();
    for (const stream of streams.keys()) stream.end();
  });

  const options = { config: { operationId: 'streamLiveEvents' }, exposeHeadRoute: false };
  host.app.get(liveEventsPath, options, async (request, reply) => {
    const { accountId } = await host.authorize(request, readAmlActivity);
    const sessionHash = sessionOf(request)?.hash ?? '';
    if ([...streams.values()].filter((hash) => hash === sessionHash).length >= MOST_STREAMS) {
      throw new ServiceError(429, `A session can have at most ${MOST_STREAMS} event streams`);
    }
    const stream = new PassThrough();
    streams.set(stream, sessionHash);
    const write = (text: string): void => {
      if (stream.writableEnded || stream.destroyed) return;
      if (stream.readableLength > MOST_WAITING_BYTES) stream.destroy();
      else stream.write(text);
    };
    const send = (kind: LiveEventKind, data: object): void =>
      write(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
    const unlisten = [checks.listen(accountId, (change) => send('check', change))];
    const heartbeat = setInterval(() => void beat(request), heartbeatMs).unref();
    stream.once('close', () => {
      clearInterval(heartbeat);
      for (const end of unlisten) end();
      streams.delete(stream);
    });
    try {
      unlisten.push(await movements.listen(accountId, () => send('movement', {})));
    } catch (error) {
      stream.destroy();
      throw error;
    }
    // The client may have gone in the meantime: nothing reads the stream, and nothing would end it.
    if (request.raw.destroyed || stream.destroyed) {
      stream.destroy();
      for (const end of unlisten) end();
    }
    write('retry: 3000\n\n');
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      .send(stream);

    async function beat(of: FastifyRequest): Promise<void> {
      try {
        await host.authorize(of, readAmlActivity);
        if (!(await isLive(sessionHash, accountId))) throw new ServiceError(401, 'Your session has ended');
        write(': \n\n');
      } catch {
        stream.end();
      }
    }
  });
}
