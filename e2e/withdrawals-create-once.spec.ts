import { expect, type Page } from '@playwright/test';
import {
  enter,
  externalId,
  fromPool,
  newAddress,
  openForm,
  recipientField,
  requestsOf,
  reviewNew,
  sendButton,
} from './create-tasks.ts';
import { nextPicture, signIn } from './fixtures.ts';
import { holdChange } from './held-changes.ts';
import { test } from './warm-test.ts';
import { fact } from './withdrawal-tasks.ts';

// A response that is still being changed when the page closes is discarded.
test.afterEach(async ({ page }) => await page.unrouteAll({ behavior: 'ignoreErrors' }));

const postPath = '**/api/prod/v1/withdrawal-request';

/** Fills in the form for a new recipient, up to the button that sends it; gives the external id. */
async function readyToSend(page: Page): Promise<string> {
  await signIn(page, 'sandbox-operator');
  await openForm(page, fromPool);
  const recipient = newAddress();
  await enter(page, { recipient, amount: '5' });
  const id = await externalId(page);
  await reviewNew(page, recipient);
  return id;
}

test('a connection that drops after the request was sent leaves one request, which is found', async ({
  page,
}) => {
  const id = await readyToSend(page);
  await page.route(postPath, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await sendButton(page).click();
  await expect(page.getByText(`Withdrawal “${id}” was already submitted`)).toBeVisible();
  await expect(fact(page, 'Reference')).toHaveText(id);
  expect(await requestsOf(page, id)).toHaveLength(1);
});

test('a connection that drops before the request arrives leaves none, and sending it again creates one', async ({
  page,
}) => {
  const id = await readyToSend(page);
  let dropped = 0;
  const bodies: (string | null)[] = [];
  await page.route(postPath, (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    bodies.push(route.request().postData());
    if (dropped > 0) return route.continue();
    dropped += 1;
    return route.abort('connectionreset');
  });
  await sendButton(page).click();
  await expect(page.getByText('The withdrawal wasn’t created.')).toBeVisible();
  expect(await requestsOf(page, id)).toHaveLength(0);
  await page.getByRole('button', { name: 'Send it again' }).dblclick();
  await expect(fact(page, 'Reference')).toHaveText(id);
  expect(await requestsOf(page, id)).toHaveLength(1);
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
});

test('a reload while the request is being sent leaves one request, which is found', async ({ page }) => {
  const id = await readyToSend(page);
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(postPath, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    // The answer never comes.
    return arrive();
  });
  await sendButton(page).click();
  await arrived;
  await page.reload();
  await expect(page.getByText(`Withdrawal “${id}” was already submitted`)).toBeVisible();
  await expect(fact(page, 'Reference')).toHaveText(id);
  expect(await requestsOf(page, id)).toHaveLength(1);
});

test('a tab that was duplicated while the form was open sends the same request', async ({ page }) => {
  const id = await readyToSend(page);
  // Browsers do the same: the copy starts with what the tab has stored.
  const draft = await page.evaluate(() => Object.entries<string>(sessionStorage));
  const copy = await page.context().newPage();
  await copy.addInitScript(
    (items) => items.forEach(([name, value]) => sessionStorage.setItem(name, value)),
    draft,
  );
  await copy.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(recipientField(copy)).not.toHaveValue('');
  await reviewNew(
    copy,
    await recipientField(copy)
      .inputValue()
      .catch(() => ''),
  );
  await Promise.all([sendButton(page).click(), sendButton(copy).click()]);
  await expect(fact(page, 'Reference')).toHaveText(id);
  await expect(fact(copy, 'Reference')).toHaveText(id);
  expect(await requestsOf(page, id)).toHaveLength(1);
});

test('leaving while a withdrawal is being sent discards nothing, and shows the withdrawal', async ({
  page,
}) => {
  const id = await readyToSend(page);
  const held = await holdChange(page, postPath);
  await sendButton(page).click();
  await held.arrived;
  await page.getByRole('link', { name: 'Balances', exact: true }).click();
  await nextPicture(page);
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await held.release();
  await expect(fact(page, 'Reference')).toHaveText(id);
  expect(await requestsOf(page, id)).toHaveLength(1);
});
