import { expect, type Page } from '@playwright/test';

/**
 * The address of the tab that a click opens, which is closed again. Playwright misses tabs that load faster than it
 * attaches to them, so the browser itself says which there are.
 */
export async function addressOfNewTab(page: Page, path: RegExp, click: () => Promise<void>): Promise<string> {
  const browser = await page.context().browser()?.newBrowserCDPSession();
  if (browser === undefined) throw new Error('The page belongs to no browser.');
  const openTabs = async () => {
    const { targetInfos } = await browser.send('Target.getTargets');
    return targetInfos.filter(({ type }) => type === 'page');
  };
  const before = new Set((await openTabs()).map(({ targetId }) => targetId));
  const newTabs = async () =>
    (await openTabs()).filter(({ targetId, url }) => !before.has(targetId) && path.test(url));

  await click();
  await expect.poll(async () => (await newTabs()).length).toBe(1);
  const [tab] = await newTabs();
  const { url = '', targetId = '' } = tab ?? {};
  await browser.send('Target.closeTarget', { targetId });
  await expect.poll(async () => (await newTabs()).length).toBe(0);
  await browser.detach();
  return url;
}
