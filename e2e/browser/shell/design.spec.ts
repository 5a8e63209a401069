/**
 * Every component in every state looks as in the pictures beside this file, in both themes and densities. After an intended change, write them again:
 * `npm run test:browser -- e2e/browser/shell/design.spec.ts --update-snapshots`, and look at each.
 */
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { sectionOf } from '../support/sections.js';

test.use({ serverEnvironment: { WEFT_SIMULATED: 'true' } });

const SECTIONS = [
  'Type',
  'Colours',
  'Icons',
  'States',
  'Tiles and bars',
  'Table',
  'Key-value list and hover card',
  'Controls',
  'Steps',
  'Messages, folds, empty states',
  'Notices and side panel',
  'Gauges',
  'Timeline',
];

test('draws every component as before @all', async ({ page, ownCluster: cluster }) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await login(page, `${cluster.server.url}/design`, 'vera');
  await expect(page.getByRole('heading', { name: 'Design', level: 1 })).toBeVisible();
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(headings.filter((name) => SECTIONS.includes(name))).toEqual(SECTIONS);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    for (const name of SECTIONS) {
      await expect.soft(sectionOf(page, name)).toHaveScreenshot([theme, `${name.toLowerCase().replaceAll(/\W+/g, '-')}.png`]);
    }
  }
  await page.evaluate(() => {
    document.documentElement.dataset['density'] = 'compact';
  });
  for (const name of ['Table', 'States']) {
    await expect.soft(sectionOf(page, name)).toHaveScreenshot(['compact', `${name.toLowerCase()}.png`]);
  }
});

test('has no page of components in a real cluster', async ({ page, loginAs }) => {
  await loginAs('vera', '/design');
  await expect(page.getByText('This page exists in simulated clusters only.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
