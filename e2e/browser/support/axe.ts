/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { expect } from './fixtures.js';

/** The usual window, and a phone. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Only violations have all their elements in the result, because axe would describe each of the others too. */
const EVERY_RULE: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
const RULES_ON_COLOURS: RunOptions = {
  resultTypes: ['violations'],
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Expects that axe finds no violation on the current page, in both windows: in the light theme by every rule and those of WCAG 2.2 AA that axe leaves off by itself, in the dark
 * theme by the rules on colours, because a theme changes nothing else. Leaves the page in the light theme and in the usual window.
 */
export async function expectNoViolation(page: Page, what: string): Promise<void> {
  const found: string[] = [];
  const usual = page.viewportSize();
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    found.push(...(await violations(page, EVERY_RULE)).map((each) => `light, ${size.width} px: ${each}`));
    await page.emulateMedia({ colorScheme: 'dark' });
    found.push(...(await violations(page, RULES_ON_COLOURS)).map((each) => `dark, ${size.width} px: ${each}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (usual) await page.setViewportSize(usual);
  expect(found, what).toEqual([]);
}

/** Runs axe in the page itself. The console has no frames, so axe's half a megabyte is loaded once for all runs on a page. */
async function violations(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    // Wait for colour transitions: a colour in the middle of one belongs to neither theme.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const found = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return found.violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
