import { expect, type Page } from '@playwright/test';

/** Signs in with a key through the sign-in page, as a person does. */
export async function signIn(page: Page, key: string): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('API key', { exact: true }).fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).not.toHaveURL(/\/sign-in/);
}

/** Lets the page believe that the signed-in key has these permissions alone. */
export async function limitPermissions(page: Page, permissions: string[]): Promise<void> {
  await page.route('**/session', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data === null) return route.fulfill({ response });
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, permissions } } });
  });
}

/** Passes an answer of the wallet service on with its text changed. */
export async function changeAnswer(
  page: Page,
  path: string,
  change: (text: string) => string,
): Promise<void> {
  await page.route(
    (url) => url.pathname === `/api/prod/v1${path}`,
    async (route) => {
      const response = await route.fetch();
      return route.fulfill({ response, body: change(await response.text()) });
    },
  );
}
