import type { Page, Route } from '@playwright/test';

type HeldChange = {
  /** The service has made the change. */
  arrived: Promise<void>;
  /** Lets the page have the response, or has it lost on the way. */
  release: (as?: 'lost') => Promise<void>;
};

/** Holds back the response to the next change that the page sends to this URL. */
export async function holdChange(page: Page, url: string): Promise<HeldChange> {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve } = Promise.withResolvers<'lost' | undefined>();
  const { promise: done, resolve: end } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await route.fetch();
    arrive();
    await ((await released) === 'lost' ? route.abort('connectionreset') : route.fulfill({ response }));
    return end();
  };
  await page.route(url, hold);
  return {
    arrived,
    release: async (as) => {
      resolve(as);
      await done;
      await page.unroute(url, hold);
    },
  };
}
