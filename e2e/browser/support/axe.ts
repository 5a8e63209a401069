import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.js';

/**
 * Axe finds nothing on the page as it is: every rule in the light theme, and in the dark theme those on colours, all that a theme changes.
 * The page is left in the light theme.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page, new AxeBuilder({ page }));
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  expect([...light.map((found) => `light: ${found}`), ...dark.map((found) => `dark: ${found}`)], what).toEqual([]);
}

async function violations(page: Page, axe: AxeBuilder): Promise<string[]> {
  // A colour on its way from one theme to the other is neither's.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}
