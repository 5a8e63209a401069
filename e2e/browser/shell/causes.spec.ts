import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';

const css = (file: string): string => readFileSync(new URL(`../../../apps/web/src/${file}`, import.meta.url), 'utf8');
const row = `<td>c1
  <td data-wide="true"><span class="status" data-tone="warn"><span class="dot"></span><span class="what">attached, degraded</span>
    <span class="why">3 min ago: the array runs without leg 2 on t2, whose paths are given up</span></span>
  <td data-whole="true">exclusive<td>tcp<td data-whole="true">4 of 8 live<td data-whole="true">/dev/weft/orders-database-with-a-long-name<td>open
  <td data-whole="true">Detach Force detach…`;

test('gives the cause of a degraded attachment room beside columns that never wrap', async ({ page }) => {
  await page.setContent(`<style>body { font: 14px sans-serif }</style>
    <style>${css('table/data-table.module.css')}</style><style>${css('ui/status.module.css')}</style>
    <div class="frame" style="width: 860px"><table class="table"><tbody><tr>${row}</tr></tbody></table></div>`);
  const cause = await page.locator('.why').boundingBox();
  expect(cause?.width).toBeGreaterThan(150);
  expect(cause?.height).toBeLessThan(100);
});
