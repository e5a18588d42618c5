import { PassThrough } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { readAmlActivity } from '#contract/gateway/aml-checks.ts';
import { amlEventsPath, MOST_STREAMS } from '#contract/gateway/aml-files.ts';
import type { Host } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { AmlRoutesDeps } from './aml-checks.routes.ts';
import type { AmlEvents } from './aml-events.ts';

type Deps = Pick<AmlRoutesDeps, 'sessionOf'> & {
  events: AmlEvents;
  /** Whether the session has not ended. Not counted as a use of it. */
  isLive: (sessionHash: string) => Promise<boolean>;
  heartbeatMs?: number | undefined;
};

/** Proxies give up a connection that is silent for long, commonly a minute. */
const HEARTBEAT_MS = 10_000;
/** A client that doesn't read what is sent is disconnected, and reconnects. */
const MOST_WAITING_BYTES = 65_536;

/** Streams events to each tab that connects: what changes among the checks of the account. */
export function registerAmlEventRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { events, sessionOf, isLive, heartbeatMs = HEARTBEAT_MS } = deps;
  const streams = new Map<PassThrough, string>();
  // A stream never ends on its own, and an app that closes waits for what it is sending.
  host.app.addHook('preClose', async () => {
    events.stop();
    for (const stream of streams.keys()) stream.end();
  });

  const options = { config: { operationId: 'streamAmlEvents' }, exposeHeadRoute: false };
  host.app.get(amlEventsPath, options, async (request, reply) => {
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
    const unlisten = events.listen(accountId, (event) => write(`data: ${JSON.stringify(event)}\n\n`));
    const heartbeat = setInterval(() => void beat(request), heartbeatMs).unref();
    stream.once('close', () => {
      clearInterval(heartbeat);
      unlisten();
      streams.delete(stream);
    });
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
        if (!(await isLive(sessionHash))) throw new ServiceError(401, 'Your session has ended');
        write(': \n\n');
      } catch {
        stream.end();
      }
    }
  });
}
