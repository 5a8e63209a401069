import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ApiClient } from '../../support/api-client.js';
import { expect } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { Camera, themes, windows } from './camera.js';
import type { PicturedCluster } from './clusters.js';

interface Place {
  name: string;
  path: string;
  /** Take only the window: the rest of the page is not worth a picture, or the page fills the window by itself. */
  window?: true;
}

async function placesOf(api: ApiClient): Promise<Place[]> {
  const nodes = await api.call(endpoints.listNodes, { query: { limit: 200, sort: 'createdAt' } });
  const { items: attached } = await api.call(endpoints.listAttachments, { query: { state: 'attached', sort: 'createdAt', limit: 1 } });
  const volume = attached[0]?.volume.id;
  const client = attached[0]?.node.id;
  const target = nodes.items.find(({ name }) => name === 't1')?.id ?? '';
  const { items: drives } = await api.call(endpoints.listDrives, { query: { nodeId: target } });
  const { items: jobs } = await api.call(endpoints.listJobs, { query: { kind: 'attachment.attach', limit: 1 } });
  const { items: classes } = await api.call(endpoints.listDriveClasses, { query: { limit: 1 } });
  const { items: alerts } = await api.call(endpoints.listAlerts, { query: { limit: 1 } });
  return [
    { name: 'overview', path: '/' },
    { name: 'topology', path: '/topology', window: true },
    { name: 'topology-node', path: `/topology?select=node:${target}`, window: true },
    { name: 'topology-volume', path: `/topology?select=volume:${volume}`, window: true },
    { name: 'topology-by-class', path: '/topology?group=class', window: true },
    ...['load', 'latency', 'wear', 'class'].map(
      (colour): Place => ({ name: `topology-${colour}`, path: `/topology?colour=${colour}`, window: true }),
    ),
    { name: 'volumes', path: '/volumes' },
    { name: 'volume', path: `/volumes/${volume}` },
    ...['performance', 'legs', 'attachments', 'activity', 'spec'].map(
      (tab): Place => ({ name: `volume-${tab}`, path: `/volumes/${volume}?tab=${tab}` }),
    ),
    { name: 'attachments', path: '/attachments' },
    { name: 'attachment', path: `/attachments/${attached[0]?.id}` },
    { name: 'drives', path: '/drives' },
    ...['wear', 'latency', 'load', 'free'].map((by): Place => ({ name: `drive-map-${by}`, path: `/drives/map?by=${by}`, window: true })),
    { name: 'drive', path: `/drives/${drives[0]?.id}` },
    { name: 'drive-classes', path: '/drive-classes' },
    ...classes.map(({ id }): Place => ({ name: 'drive-class', path: `/drive-classes/${id}` })),
    { name: 'nodes', path: '/nodes' },
    { name: 'node-target', path: `/nodes/${target}` },
    { name: 'node-client', path: `/nodes/${client}` },
    { name: 'jobs', path: '/jobs' },
    ...jobs.map(({ id }): Place => ({ name: 'job', path: `/jobs/${id}` })),
    ...jobs.map(({ id }): Place => ({ name: 'job-timeline', path: `/jobs/${id}?tab=timeline` })),
    { name: 'enrollment-tokens', path: '/enrollment-tokens' },
    { name: 'alerts', path: '/alerts' },
    ...alerts.map(({ id }): Place => ({ name: 'alert', path: `/alerts/${id}` })),
    { name: 'silences', path: '/silences' },
    { name: 'channels', path: '/channels' },
    { name: 'events', path: '/events' },
    { name: 'audit', path: '/audit' },
    { name: 'users', path: '/users' },
    { name: 'roles', path: '/roles' },
    { name: 'volume-groups', path: '/volume-groups' },
    { name: 'wipe-records', path: '/drives/wipes' },
    { name: 'benchmarks', path: '/benchmarks' },
    { name: 'new-benchmark', path: '/benchmarks/new' },
    { name: 'deployments', path: '/deployments' },
    { name: 'new-deployment', path: '/deployments/new' },
    { name: 'drills', path: '/drills' },
    { name: 'new-drill', path: '/drills/new' },
    { name: 'backups', path: '/backups' },
    { name: 'settings', path: '/settings' },
  ];
}

/** Pages that are also taken in smaller windows. */
const main = new Set([
  'overview',
  'topology',
  'volumes',
  'volume',
  'attachments',
  'drives',
  'drive-map-load',
  'nodes',
  'node-target',
  'jobs',
]);

/** Takes every page of a cluster in both themes. @param impossible a size that its drives do not have. */
export async function shootPages(page: Page, album: string, cluster: PicturedCluster, impossible: string): Promise<void> {
  const { url, api, password } = cluster;
  const camera = await Camera.of(page, album);
  const places = await placesOf(api);
  const volume = `${url}${places.find(({ name }) => name === 'volume')?.path}`;
  await page.goto(url);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await camera.shootInBoth('login');
  await login(page, url, 'admin', password);
  // These are averages of the last whole minute: until it has passed, the page shows them as unknown.
  await camera.open(`${volume}?tab=performance`);
  await expect(page.getByLabel('Latency shares').getByRole('button').first()).toBeVisible({ timeout: 150_000 });
  for (const theme of themes) {
    await camera.use(theme);
    for (const { name, path, window } of places) {
      await camera.openLive(`${url}${path}`);
      await (window ? camera.shoot(name) : camera.shootWhole(name));
    }
    for (const size of [windows.narrow, windows.tablet, windows.phone]) {
      await page.setViewportSize(size);
      for (const { name, path } of places.filter((place) => main.has(place.name))) {
        await camera.openLive(`${url}${path}`);
        await camera.shoot(`${name}-${size.width}`);
      }
    }
    await page.setViewportSize(windows.usual);
    await shootWork(camera, cluster, volume, impossible);
  }
}

/** The range of the pictures is 5 minutes. */
const SEEN_MS = 270_000;

/** Takes the pictures of README and docs into `.cache/screenshots/readme`; a person copies them to docs/images. */
export async function shootForReadme(page: Page, { url, api, password }: PicturedCluster): Promise<void> {
  const camera = await Camera.of(page, 'readme');
  await login(page, url, 'admin', password);
  const volume = (await placesOf(api)).find(({ name }) => name === 'volume')?.path;
  await camera.use('light');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await camera.openLive(`${url}/?range=5m`);
  // Nodes sample every second while somebody watches. Not all of them get that order at the same time.
  await expect(page.getByText(/^Live from \d+ of/)).toHaveCount(0);
  // The lines of tiles and charts are of what this page has seen: minutes of it.
  await page.waitForTimeout(SEEN_MS);
  await camera.shootSmall('overview');
  await camera.open(`${url}/topology?select=volume:${volume?.split('/').at(-1)}`);
  await camera.shootSmall('topology');
  await camera.openLive(`${url}${volume}?range=5m`);
  await page.waitForTimeout(SEEN_MS);
  await camera.shootSmall('volume');
}

/** Takes pages with opened dialogs, selections and input. */
async function shootWork(camera: Camera, { url, api }: PicturedCluster, volume: string, impossible: string): Promise<void> {
  const { page } = camera;
  const { items: volumes } = await api.call(endpoints.listVolumes, { query: { limit: 1 } });
  const { items: classes } = await api.call(endpoints.listDriveClasses, { query: { limit: 1, sort: 'createdAt' } });

  await camera.open(`${volume}?tab=performance`);
  await page.getByLabel('Latency shares').getByRole('button').first().focus();
  await expect(page.getByRole('dialog', { name: 'Provenance' }).getByLabel('curl command')).toContainText('jq');
  await camera.shoot('provenance');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill(volumes[0]?.name.slice(0, 3) ?? '');
  await expect(page.getByRole('option', { name: /^Found/ }).first()).toBeVisible();
  await camera.shoot('palette');
  await page.keyboard.press('Escape');

  await camera.open(`${url}/volumes/new`);
  await page.getByLabel(/^Name/).fill('analytics');
  await page.getByLabel(/^Size/).fill('64GiB');
  await page.getByLabel('Drive class').selectOption(classes[0]?.name ?? '');
  await expect(page.getByRole('table', { name: 'Placement' })).toBeVisible();
  await camera.shootWhole('volume-new');
  await page
    .getByRole('button', { name: /^Node t/ })
    .first()
    .click();
  await page.getByRole('status', { name: 'What if' }).scrollIntoViewIfNeeded();
  await camera.shootWhole('volume-new-what-if');
  await page.getByLabel(/^Size/).fill(impossible);
  await expect(page.getByRole('table', { name: 'Shortages' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Alternatives' })).toBeVisible();
  await camera.shootWhole('volume-new-short');

  await camera.open(`${url}/drive-classes/new`);
  await page.getByLabel(/^Name/).fill('archive');
  await expect(page.getByRole('table', { name: 'Matching drives' })).toBeVisible();
  await camera.shoot('drive-class-new');

  await camera.open(`${url}/drives`);
  await page.getByRole('checkbox', { name: 'Select' }).nth(2).check();
  await page
    .getByRole('checkbox', { name: 'Select' })
    .nth(5)
    .click({ modifiers: ['Shift'] });
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Evict…' }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Applies to');
  await camera.shoot('drives-bulk');

  await camera.open(`${url}/nodes`);
  await page.getByRole('button', { name: 'Enroll a node' }).click();
  await page.getByRole('button', { name: 'Issue a token' }).click();
  await expect(page.getByLabel('Enroll command')).toBeVisible();
  await camera.shoot('node-enroll');
}
