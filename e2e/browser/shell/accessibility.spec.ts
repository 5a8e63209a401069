import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { actionOf, chooseAction } from '../support/actions.js';
import { expectNoViolation, PHONE, USUAL_WINDOW } from '../support/axe.js';
import { scrollToCharts } from '../support/charts.js';
import type { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { recordedMoment } from '../support/recorded-moment.js';

interface Walker {
  page: Page;
  cluster: Cluster;
  loginAs: (name: 'admin') => Promise<void>;
}

/** Opens every page and dialog once. */
async function walk({ page, cluster, loginAs }: Walker, check: (what: string) => Promise<void>): Promise<void> {
  const volumeId = await cluster.volume(`axe-${randomUUID().slice(0, 8)}`, { sizeBytes: 2 ** 30 });
  await cluster.attach(volumeId, 'c1');
  const { items: nodes } = await cluster.admin.call(endpoints.listNodes, { query: { name: 'n1' } });
  const { items: drives } = await cluster.admin.call(endpoints.listDrives, { query: { limit: 1 } });
  const { items: jobs } = await cluster.admin.call(endpoints.listJobs, { query: { subjectId: volumeId } });
  await page.goto(cluster.server.url);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await check('login');
  await loginAs('admin');
  const { items: attachments } = await cluster.admin.call(endpoints.listAttachments, { query: { volumeId } });
  const { items: classes } = await cluster.admin.call(endpoints.listDriveClasses);
  const moment = await recordedMoment(cluster.admin);
  const earlier = new Date(Date.parse(moment) - 1).toISOString();
  const places = [
    '/',
    '/topology',
    `/topology?select=volume:${volumeId}`,
    '/volumes',
    `/volumes/${volumeId}`,
    ...['performance', 'legs', 'attachments', 'activity', 'spec'].map((tab) => `/volumes/${volumeId}?tab=${tab}`),
    '/volumes/new',
    '/drives',
    '/drives/map',
    '/drives/wipes',
    '/attachments',
    `/attachments/${attachments[0]?.id}`,
    `/attachments/${attachments[0]?.id}?tab=activity`,
    `/jobs/${jobs[0]?.id}?tab=activity`,
    '/enrollment-tokens',
    '/events',
    ...['/alerts', '/silences', '/channels'],
    ...['/', '/alerts', '/silences', '/nodes'].map((path) => `${path}?at=${moment}`),
    `/moments/changes?from=${earlier}&to=${moment}`,
    '/audit',
    '/users',
    '/backups',
    `/drives/${drives[0]?.id}`,
    '/drive-classes',
    `/drive-classes/${classes[0]?.id}`,
    '/nodes',
    ...['drives', 'network'].map((tab) => `/nodes/${nodes[0]?.id}?tab=${tab}`),
  ];
  const nobody = '00000000-0000-4000-8000-000000000000';
  const gone = [
    '/nowhere',
    ...['volumes', 'nodes', 'drives', 'drive-classes', 'jobs', 'attachments', 'alerts'].map((list) => `/${list}/${nobody}`),
  ];
  for (const path of gone) {
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible();
    await check(path);
  }
  for (const path of [...places, '/drive-classes/new', `/nodes/${nodes[0]?.id}`, '/jobs', `/jobs/${jobs[0]?.id}`, '/settings']) {
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    if ((await page.getByRole('heading', { name: 'Statistics' }).count()) > 0) {
      await scrollToCharts(page);
      await expect(page.getByText('Scroll here to load the charts.')).toHaveCount(0);
      await expect(page.getByText('Loading…')).toHaveCount(0);
    }
    await check(path);
  }
  await page.goto(`${cluster.server.url}/nodes`);
  await page.getByRole('button', { name: 'Enroll a node' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('dialog');
  await page.goto(`${cluster.server.url}/drives`);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Cordon…' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Applies to');
  await check('bulk dialog');
  await page.goto(`${cluster.server.url}/drives`);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Model' })).toBeVisible();
  await check('columns');
  await page.goto(`${cluster.server.url}/volumes/${volumeId}`);
  await actionOf(page, 'Delete…');
  await check('menu of actions');
  const dialogs: [path: string, button: string, ready: RegExp][] = [
    [`/volumes/${volumeId}`, 'Grow…', /^New size/],
    [`/volumes/${volumeId}`, 'Force detach…', /^Type the volume/],
    [`/volumes/${volumeId}`, 'Edit…', /^Rebuild delay/],
    ['/drive-classes', 'Edit…', /^Description/],
    [`/nodes/${nodes[0]?.id}`, 'Labels…', /^Labels/],
    [`/nodes/${nodes[0]?.id}`, 'Drain…', /^Plan$|^Drain node/],
    [`/nodes/${nodes[0]?.id}`, 'Maintenance…', /^Hours/],
    [`/nodes/${nodes[0]?.id}`, 'Cordon…', /^Plan$/],
    [`/drives/${drives[0]?.id}`, 'Cordon…', /^Plan$/],
    ['/silences', 'Create silence…', /^Matchers/],
    ['/channels', 'New channel…', /^Name/],
    ['/settings', 'Set value…', /^Applies to/],
  ];
  for (const [path, button, ready] of dialogs) {
    await page.goto(`${cluster.server.url}${path}`);
    await chooseAction(page, button);
    await expect(page.getByRole('dialog').getByLabel(ready).first()).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await check(`${path} ${button}`);
  }
}

test('has no axe violations on the pages that operators use most, in either theme', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('axe-main', { sizeBytes: 2 ** 30 });
  await loginAs('admin');
  for (const path of ['/', '/volumes', `/volumes/${volumeId}`, '/volumes/new', '/topology', `/nodes/${cluster.agents.get('n1')?.nodeId}`]) {
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await expectNoViolation(page, path, [USUAL_WINDOW]);
  }
});

for (const [what, window] of Object.entries({ 'in the usual window': USUAL_WINDOW, 'of a phone': PHONE }))
  test(`has no axe violations on any page or dialog ${what}, in either theme`, { tag: '@all' }, async ({ page, cluster, loginAs }) => {
    test.setTimeout(600_000);
    await walk({ page, cluster, loginAs }, (place) => expectNoViolation(page, place, [window]));
  });
