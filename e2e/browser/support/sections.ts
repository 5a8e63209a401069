import { expect, type Locator, type Page } from '@playwright/test';

/** The section of a page with this heading. */
export const sectionOf = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, level: 2, exact: true }) });

/** Scrolls to a section of a page that is created when it comes near the visible part: its heading is replaced then. */
export const scrollToSection = (page: Page, name: string): Promise<void> =>
  expect(() => page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded({ timeout: 2000 })).toPass();
