import type { Page } from '@playwright/test';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The parts of the overview. */
export const attention = (page: Page) => part(page, 'Needs attention now');
export const balances = (page: Page) => part(page, 'Balances at a glance');
export const movement = (page: Page) => part(page, 'Inflows and outflows');

/** Scrolls to the movement over time, which isn't added up before it is visible. */
export const seeMovement = (page: Page) => movement(page).scrollIntoViewIfNeeded();
