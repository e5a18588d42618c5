import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { NodeResult, Result, RunOptions } from 'axe-core';

/** Half of the bytes of `axe.source`, which every page would have to read. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Returns what axe finds wrong with the page in its current state: each rule with the elements and the remedy. axe
 * reports violations only, because describing hundreds of cells that pass takes most of its time. It is loaded once
 * into a page, and skips frames and media, which no page has.
 */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  // What the server has drawn can be seen, but not used: the browser's own page replaces it.
  await expect(page.locator('[data-first-screen]')).toHaveCount(0);
  await animationsEnd(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    async (settings) => {
      const { axe: loaded } = globalThis as unknown as { axe: { run: typeof axe.run } };
      return (await loaded.run(document, settings)).violations;
    },
    { ...options, resultTypes: ['violations'], iframes: false, preload: false } satisfies RunOptions,
  );
  return found.map(asText);
}

/** What fades in is paler than it will be. Waits no longer than anything here takes to. */
function animationsEnd(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
      .map((animation) => animation.finished);
    return Promise.race([Promise.allSettled(ending), new Promise((resolve) => setTimeout(resolve, 2_000))]);
  });
}

function asText({ id, help, nodes }: Result): string {
  return [`${id}: ${help}`, ...nodes.map(whereAndWhy)].join('\n');
}

/** With what the rule compared the element to, such as what lies over it. */
function whereAndWhy({ target, failureSummary, any, all, none }: NodeResult): string {
  const related = [...any, ...all, ...none].flatMap((check) => check.relatedNodes ?? []);
  return [`${target.join(' ')}: ${failureSummary}`, ...related.map(({ html }) => `  beside ${html}`)].join(
    '\n',
  );
}
