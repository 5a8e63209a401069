import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.js';

/** The usual window, and a phone. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/**
 * Expects that axe finds no violation on the current page, in both windows: in the light theme by every rule and those of WCAG 2.2 AA that axe leaves off by itself, in the dark
 * theme by the rules on colours and sizes, because a theme changes nothing else. Leaves the page in the light theme and in the usual window.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  const usual = page.viewportSize();
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    found.push(...(await violations(page, axe(page))).map((each) => `light, ${size.width} px: ${each}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await violations(page, axe(page).withRules(['color-contrast', 'link-in-text-block', 'target-size']));
    found.push(...dark.map((each) => `dark, ${size.width} px: ${each}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (usual) await page.setViewportSize(usual);
  expect(found, what).toEqual([]);
}

/**
 * Runs axe in the page alone: the console has no frames, and without this each run opens a second page to merge the results of frames.
 * Only violations have all their elements in the result, because axe would describe each of the others too.
 */
const axe = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } });

async function violations(page: Page, builder: AxeBuilder): Promise<string[]> {
  // Wait for colour transitions: a colour in the middle of one belongs to neither theme.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
}
