import type { Page } from '@playwright/test';
import axe, { type NodeResult, type Result, type RunOptions } from 'axe-core';

/**
 * What axe finds wrong with the page as it stands, each rule with the places and what is to be done.
 * The library is told of violations alone: describing each of hundreds of cells that are right takes most of
 * its time. It is loaded once into a page, and looks at no frames and no media, of which no page has any.
 */
export async function violations(page: Page, options: RunOptions = {}): Promise<string[]> {
  await animationsEnd(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
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
  const where = nodes.map((node: NodeResult) => `${node.target.join(' ')}: ${node.failureSummary}`);
  return [`${id}: ${help}`, ...where].join('\n');
}
