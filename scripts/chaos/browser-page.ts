import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { findBrowser } from '../find-browser.ts';

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
}

/** The list of withdrawals in a browser, as a person leaves it open. */
export class OpenPage {
  readonly name: string;
  /** How often the document was loaded again since. */
  reloads = -1;
  readonly #page: Page;

  private constructor(name: string, page: Page) {
    this.name = name;
    this.#page = page;
    page.on('load', () => (this.reloads += 1));
  }

  static async open(browser: Browser, name: string, url: string, token: string): Promise<OpenPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const answer = await context.request.post(`${url}/session`, {
      data: { token },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    if (!answer.ok())
      throw new Error(`Signing in at ${url} failed: ${answer.status()} ${await answer.text()}`);
    const opened = new OpenPage(name, await context.newPage());
    await opened.#page.goto(`${url}/withdrawals`);
    await opened.#page.getByRole('heading', { name: 'Withdrawals', level: 1 }).waitFor();
    return opened;
  }

  /** Shows what is new, as a person does whom the page tells of it, and looks for any of these. */
  async shows(externalIds: readonly string[]): Promise<boolean> {
    const news = this.#page.getByRole('button', { name: /new withdrawals?$|^Show changes$|^Refresh list$/ });
    // It may go away by itself before it is clicked.
    if (await news.isVisible()) await news.click({ timeout: 1000 }).catch(() => {});
    const text = await this.#page.locator('main').innerText();
    return externalIds.some((id) => text.includes(id));
  }

  /** Says where it is. */
  async saveScreenshot(when: string): Promise<void> {
    const path = join(tmpdir(), `wallet-console-chaos ${this.name} ${when}.png`);
    await this.#page.screenshot({ path });
    process.stdout.write(`${path} shows the page.\n`);
  }
}
