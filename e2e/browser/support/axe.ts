import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.js';

/**
 * Expects that axe finds no violation on the current page: in the light theme by every rule, in the dark theme by the rules on colours, because a
 * theme changes nothing else. Leaves the page in the light theme.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violations(page, axe(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, axe(page).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
  expect([...light.map((found) => `light: ${found}`), ...dark.map((found) => `dark: ${found}`)], what).toEqual([]);
}

/**
 * Runs axe in the page alone: the console has no frames, and without this each run opens a second page to merge the results of frames.
 * Only violations have all their elements in the result, because axe would describe each of the others too.
 */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

async function violations(page: Page, builder: AxeBuilder): Promise<string[]> {
  // Wait for colour transitions: a colour in the middle of one belongs to neither theme.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}
