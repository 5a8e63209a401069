import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.js';

/**
 * Expects that axe finds no violation on the current page: in the light theme by every rule, in the dark theme by the rules on colours, because a
 * theme changes nothing else. Leaves the page in the light theme.
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
  // Wait for colour transitions: a colour in the middle of one belongs to neither theme.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const found = await axe.analyze();
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}
