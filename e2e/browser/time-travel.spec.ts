import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { until } from '../support/api-client.js';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { recordedMoment } from './support/recorded-moment.js';
import { scrollToSection } from './support/sections.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

let simulated: SimulatedCluster;
/** Moments before the fault and after it. */
let [whole, broken] = ['', ''];

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;
const bar = (page: Page) => page.getByRole('region', { name: 'Time', exact: true });

/** A moment in some seconds, once it is recorded. */
const nextMoment = () => recordedMoment(simulated.cluster.admin, new Date(Date.now() + 3000).toISOString());
const nodeState = async () =>
  (await simulated.cluster.admin.call(endpoints.getNode, { params: { id: simulated.target } })).connection.state;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri, { isSimulated: true, settings: { nodeLostAfterSeconds: 5 } });
  whole = await nextMoment();
  await simulated.cluster.admin.call(endpoints.createNote, {
    body: { subject: { kind: 'node', id: simulated.target }, text: 'of rack 7' },
  });
  await simulated.simulation.fault({ fault: 'kill-node', node: 'target-1' });
  await until('a lost node', 60, async () => ((await nodeState()) === 'lost' ? true : undefined));
  await until('a firing alert', 120, async () => {
    const { items } = await simulated.cluster.admin.call(endpoints.listAlerts, { query: { open: 'true', causedBy: 'none' } });
    return items.find(({ state, consequenceCount }) => state === 'firing' && consequenceCount > 0);
  });
  broken = await nextMoment();
});
test.afterAll(() => simulated?.stop());

test('shows a node as it was under a banner, refuses every action, and returns to now @all', async ({ page }) => {
  await login(page, address(`/nodes/${simulated.target}?at=${whole}`), 'admin');
  await expect(bar(page)).toContainText('You see the cluster as it was at');
  await expect(page.getByRole('main')).toContainText('online');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('button', { name: 'Cordon…' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Cordon…' })).toContainText('Return to now');
  await page.keyboard.press('Escape');
  await expectNoViolation(page, 'a node of the past');

  // Links stay at the moment.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Volumes' }).click();
  await expect(page.getByRole('link', { name: 'orders' })).toBeVisible();
  await expect(page).toHaveURL(/at=/);
  await page.getByRole('link', { name: 'orders' }).click();
  await expect(page.getByRole('main')).toContainText('healthy');

  await bar(page).getByRole('link', { name: 'Return to now' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page).not.toHaveURL(/at=/);
  await expect(page.getByRole('main')).toContainText('degraded');
});

test('moves along the time by keyboard, by events and by an exact time @all', async ({ page }) => {
  await login(page, address(`/?at=${whole}`), 'vera');
  const slider = page.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(new RegExp(encodeURIComponent(whole)));
  await expect(bar(page)).toContainText('You see the cluster as it was at');
  await page.getByRole('button', { name: 'Next event' }).click();
  await page.getByLabel('Exact time').fill('2001-01-01T00:00:00');
  await expect(page.getByRole('alert')).toContainText('nothing is recorded before');
  await page.goto(address(`/topology?at=${broken}`));
  await expect(page.getByRole('main')).toContainText('target-1');
  await page.getByRole('button', { name: 'Show the cluster as it was' }).click();
  await expect(bar(page)).toBeVisible();
});

test('lists what changed between two moments, and leads to both @all', async ({ page }) => {
  await login(page, address(`/moments/changes?from=${whole}&to=${broken}`), 'vera');
  const node = page.getByRole('list', { name: 'Objects that differ' }).getByRole('listitem').filter({ hasText: 'node target-1' });
  await expect(node).toContainText('lost');
  await expectNoViolation(page, 'what changed');
  await node.getByRole('link', { name: 'before' }).click();
  await expect(page.getByRole('main')).toContainText('online');
  await page.goBack();
  await node.getByRole('link', { name: 'after' }).click();
  await expect(page.getByRole('main')).toContainText(/lost|offline/);
});

test('leads from an event to its object at that moment @all', async ({ page }) => {
  await login(page, address(`/events?subjectId=${simulated.target}&kind=node`), 'vera');
  const lost = page.getByRole('table', { name: 'Events' }).getByRole('row').filter({ hasText: 'lost' }).first();
  await lost.getByRole('link', { name: 'show' }).click();
  await expect(page).toHaveURL(new RegExp(`/nodes/${simulated.target}\\?at=`));
  await expect(page.getByRole('main')).toContainText(/lost|offline/);
});

test('shows the alerts that were open then: in the list, its badge and on the page of the object @all', async ({ page }) => {
  const alerts = () => page.getByRole('table', { name: 'Alerts' }).getByRole('row');
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' });
  await login(page, address(`/alerts?at=${whole}`), 'olga');
  await expect(page.getByText('No alerts are open.')).toBeVisible();
  await expect(place).not.toHaveAccessibleDescription(/firing/);
  await page.goto(address(`/alerts?at=${broken}`));
  await expect(alerts().filter({ hasText: 'target-1' })).toContainText('firing');
  await expect(place).toHaveAccessibleDescription('1 firing');
  await expectNoViolation(page, 'alerts of the past');
  await alerts()
    .getByRole('link', { name: /^Node target-1/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('target-1');
  await expect(page.getByRole('button', { name: 'Acknowledge…' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('heading', { name: 'Notifications' })).toHaveCount(0);
  await page.goto(address(`/nodes/${simulated.target}?at=${broken}`));
  await expect(page.getByRole('region', { name: 'Open alerts' })).toContainText('Node target-1');
  await page.goto(address(`/silences?at=${broken}`));
  await expect(page.getByText('No silences match these filters.')).toBeVisible();
});

test('shows the notes of that moment: none before the first one @all', async ({ page }) => {
  const notes = page.getByRole('list', { name: 'Notes' });
  await login(page, address(`/nodes/${simulated.target}?tab=activity&at=${broken}`), 'olga');
  await scrollToSection(page, 'Notes');
  await expect(notes).toContainText('of rack 7');
  await expect(page.getByRole('button', { name: 'Add note…' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(address(`/nodes/${simulated.target}?tab=activity&at=${whole}`));
  await scrollToSection(page, 'Notes');
  await expect(page.getByText('No notes yet.')).toBeVisible();
});

test('fits a phone @all', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const query = `at=${broken}`;
  const past = [
    '/',
    `/drives/${simulated.drive}`,
    `/volumes/${simulated.volume}`,
    '/topology',
    '/drive-classes',
    '/alerts',
    '/silences',
  ].map((path) => `${path}?${query}`);
  for (const path of [...past, `/moments/changes?from=${whole}&to=${broken}`]) {
    await login(page, address(path), 'vera');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});
