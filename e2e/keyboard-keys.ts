import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { follow } from './fixtures.ts';

/** Presses keys as a person does, and notes them as `docs/keyboard.md` writes them. What is typed isn't counted. */
export class Keys {
  readonly pressed: string[] = [];
  readonly page: Page;
  /** The tasks that took exactly the documented keys. */
  readonly finished: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  /** Goes to where a task is documented to start. Only the first page of a test is loaded. */
  async begin(task: string): Promise<void> {
    const isLoaded = this.page.url() !== 'about:blank';
    await openStart(this.page, documentedTask(task).start, isLoaded ? follow : openPage);
    this.pressed.length = 0;
  }

  /** Compares the keys since the last start with the documented ones of a task. */
  finish(task: string): void {
    const { keys, count } = documentedTask(task);
    expect(this.pressed, task).toEqual(keys);
    expect(this.pressed.length, task).toBe(count);
    this.finished.push(task);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      this.pressed.push(writtenKeys[key] ?? (key.length === 1 ? key.toUpperCase() : key));
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Types into the search for everything and opens the first result. */
  async search(text: string, first: RegExp | string): Promise<void> {
    await this.#enterSearch(text);
    await expect(offers(this.page).first()).toContainText(first);
    await this.press('Enter');
  }

  /** Like `search`, for its second result. */
  async searchSecond(text: string, second: RegExp | string): Promise<void> {
    await this.#enterSearch(text);
    await expect(offers(this.page).nth(1)).toContainText(second);
    await this.press('ArrowDown', 'Enter');
  }

  async #enterSearch(text: string): Promise<void> {
    await this.press('ControlOrMeta+k');
    await expect(this.page.getByRole('combobox', { name: 'Search everything' })).toBeFocused();
    await this.type(text);
  }
}

const writtenKeys: Partial<Record<string, string>> = {
  'ControlOrMeta+k': 'Ctrl K',
  'Shift+Tab': 'Shift Tab',
  ArrowDown: '↓',
};

const offers = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');

/** The tasks in the document's table: where each starts, its keys, and the documented count. */
export const documentedTasks = new Map(
  readFileSync('docs/keyboard.md', 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, task = '', start = '', keys = '', count = '']) =>
      /^\d+$/.test(count)
        ? [
            [
              task,
              { start, count: Number(count), keys: [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key) },
            ],
          ]
        : [],
    ),
);

function documentedTask(task: string) {
  const documented = documentedTasks.get(task);
  if (documented === undefined) throw new Error(`docs/keyboard.md has no task “${task}”.`);
  return documented;
}

async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
}

/** Opens the page that a task begins on, and waits until it can be worked with. */
export async function openStart(page: Page, start: string, open = openPage): Promise<void> {
  const isOverview = start === 'Overview';
  await open(page, isOverview ? '/' : '/withdrawals');
  await expect(page.getByRole('heading', { name: start, exact: true, level: 1 })).toBeVisible();
  const region = page.getByRole('region', { name: 'Console' });
  await expect(region.getByRole('button', { name: /^Search/ })).toBeVisible();
  if (!isOverview) await expect(page.getByRole('link', { name: 'New withdrawal' })).toBeVisible();
}
