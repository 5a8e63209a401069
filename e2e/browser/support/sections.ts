import { expect, type Page } from '@playwright/test';

/** Scrolls to a section of a page that is created when it comes near the visible part: its heading is replaced then. */
export const scrollToSection = (page: Page, name: string): Promise<void> =>
  expect(() => page.getByRole('heading', { name, exact: true }).scrollIntoViewIfNeeded({ timeout: 2000 })).toPass();
