import { type BrowserContext, expect, type Page } from '@playwright/test';
import { earlyResponsesName, requestName } from '../src/contract/early-responses.ts';
import { liveEventsPath } from '../src/contract/gateway/live-events.ts';
import { whileWaitedFor } from './fixtures.ts';

type Answer = { status: number; headers: Record<string, string>; body: string };

type FrozenAnswers = {
  /**
   * Answers from now on with what the server drew this page with. Returns the names of these requests. Waits until the
   * page has all of it; none of its scripts may have come.
   */
  takeGiven: (page: Page) => Promise<string[]>;
  /** The names of what has been asked for so far. */
  asked: () => string[];
};

/**
 * Answers each request for data as the first time, on every page, whatever other tests change meanwhile. Names are those of
 * `requestName`: asked for up to another moment, it is the same request.
 */
export async function freezeAnswers(context: BrowserContext): Promise<FrozenAnswers> {
  const answers = new Map<string, Promise<Answer>>();
  const asked: string[] = [];
  await context.route(
    ({ pathname }) => /^\/(?:session$|console\/|api\/)/.test(pathname) && pathname !== liveEventsPath,
    async (route) => {
      const { pathname, search } = new URL(route.request().url());
      const name = withoutMoments(requestName(pathname + search, route.request().postData()));
      asked.push(name);
      const read = async (): Promise<Answer> => {
        const response = await route.fetch();
        return { status: response.status(), headers: response.headers(), body: await response.text() };
      };
      await whileWaitedFor(async () => {
        const answer = answers.get(name) ?? read();
        answers.set(name, answer);
        const { status, headers, body } = await answer;
        // The server's clock goes on.
        const { date: _date, ...others } = headers;
        await route.fulfill({ status, headers: others, body });
      });
    },
  );

  const takeGiven = async (page: Page): Promise<string[]> => {
    const isWhole = async () => {
      const early: unknown = await page.evaluate(
        (name) => Reflect.get(window, name) ?? {},
        earlyResponsesName,
      );
      return Object(early).isWhole === true;
    };
    await expect.poll(isWhole).toBe(true);
    const given = await page.locator('script[data-response]').evaluateAll((scripts) =>
      scripts.map(({ dataset, textContent }) => ({
        request: dataset['response'] ?? '',
        headers: dataset['headers'] ?? '',
        body: textContent,
      })),
    );
    return given.map(({ request, headers, body }) => {
      const name = withoutMoments(request);
      const withType = { ...Object(JSON.parse(headers)), 'content-type': 'application/json; charset=utf-8' };
      answers.set(name, Promise.resolve({ status: 200, headers: withType, body }));
      return name;
    });
  };

  return { takeGiven, asked: () => [...asked] };
}

/** In a query, and in a body. */
function withoutMoments(name: string): string {
  return name.replaceAll(/=\d{4}-[^&]*/g, '=').replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '""');
}
