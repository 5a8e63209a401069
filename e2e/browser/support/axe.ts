/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.js';

export const USUAL_WINDOW = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Only violations have all their elements in the result, because axe would describe each of the others too. */
const EVERY_RULE: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
const RULES_ON_COLOURS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Expects that axe finds no violation on the current page, in these windows: in the light theme by every rule and those of WCAG 2.2 AA that axe leaves off by itself, in the dark
 * theme by the rules on colours, because a theme changes nothing else. Leaves the page in the light theme and in the usual window.
 */
export async function expectNoViolation(
  page: Page,
  what: string,
  windows: readonly { width: number; height: number }[] = [USUAL_WINDOW, PHONE],
): Promise<void> {
  const found: string[] = [];
  const usual = page.viewportSize();
  for (const size of windows) {
    await page.setViewportSize(size);
    await showIn(page, 'light');
    found.push(...(await violations(page, EVERY_RULE)).map((each) => `light, ${size.width} px: ${each}`));
    await showIn(page, 'dark');
    found.push(...(await violations(page, RULES_ON_COLOURS)).map((each) => `dark, ${size.width} px: ${each}`));
  }
  await showIn(page, 'light');
  if (usual) await page.setViewportSize(usual);
  expect(found, what).toEqual([]);
}

/** Changes the theme, and waits until the console has changed its colours: it does so some time after the browser. */
async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Runs axe in the page itself. The console has no frames, so axe's half a megabyte is loaded once for all runs on a page. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const ending = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    // Parts that measure themselves follow a new size two frames later. A colour in the middle of a transition belongs to neither theme.
    for (let frames = 0; frames < 2 || ending().length > 0; frames++) {
      await Promise.allSettled(ending().map(({ finished }) => finished));
      await frame();
    }
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
