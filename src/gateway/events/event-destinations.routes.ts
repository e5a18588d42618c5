import {
  addEventDestination,
  listEventDestinations,
  removeEventDestination,
  retryFailedEvents,
  sendEventAgain,
} from '#contract/gateway/event-destinations.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import type { EventSending } from '../gateway-deps.ts';

const done = { result: 'success' } as const;

/** `sending`: left out with a remote wallet service, which sends its events itself. */
export function registerEventDestinationRoutes(
  host: Host<SignedIn>,
  sending: EventSending | undefined,
): void {
  const ownSending = (): EventSending => {
    if (sending === undefined) throw new ServiceError(404, 'The wallet service is a remote provider');
    return sending;
  };

  serve(host, listEventDestinations, async ({ caller: { accountId } }) => ({
    destinations: sending === undefined ? null : await sending.list(accountId),
  }));

  serve(host, addEventDestination, async ({ body: { url }, caller: { accountId, actorName } }) => {
    await ownSending().add(accountId, { url, keyName: actorName });
    return done;
  });

  serve(host, removeEventDestination, async ({ body: { id }, caller: { accountId } }) => {
    if (!(await ownSending().remove(accountId, id))) throw noDestination();
    return done;
  });

  serve(host, retryFailedEvents, async ({ body: { id }, caller: { accountId } }) => {
    if (!(await ownSending().retryFailed(accountId, id))) throw noDestination();
    return done;
  });

  serve(host, sendEventAgain, async ({ body: { id }, caller: { accountId } }) => {
    if (!(await ownSending().sendAgain(accountId, id))) {
      throw new ServiceError(404, 'Event not found. It may have been deleted');
    }
    return done;
  });
}

function noDestination(): ServiceError {
  return new ServiceError(404, 'Destination not found. It may have been removed');
}
