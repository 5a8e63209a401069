/** The longest possible names in the narrowest, a usual and the widest window: nothing is cut off, and no page scrolls sideways. */
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from '../support/actions.js';
import type { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { misLaid } from '../support/laid-out.js';
import { login } from '../support/login.js';
import { recordedMoment } from '../support/recorded-moment.js';

const GiB = 2 ** 30;
const long = (head: string, length = 32) => `${head}${'abcdefghijklmnopqrstuvwxyz'.repeat(6)}`.slice(0, length);

/** A silence and channels with long texts. */
async function furnishChannels(admin: Cluster['admin']): Promise<void> {
  const matchers = ['node', 'zone'].map((label) => ({ label, operator: '=' as const, value: long('value-', 100) }));
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  await admin.call(endpoints.createSilence, { body: { matchers, endsAt, comment: long('reason-', 150) } });
  const route = { matchers, quietHours: { from: '22:00', to: '06:00', timeZone: 'America/Argentina/ComodRivadavia' }, repeatHours: 4 };
  const target = { type: 'webhook' as const, url: `http://${long('host-', 60)}.example/${long('path-', 150)}` };
  await admin.call(endpoints.createChannel, { body: { name: long('webhook-'), enabled: false, route, target } });
  const mail = { type: 'smtp' as const, host: long('mail-', 60), port: 587, security: 'starttls' as const };
  const to = [1, 2, 3].map((at) => `${long(`receiver-${at}-`, 60)}@example.com`);
  await admin.call(endpoints.createChannel, {
    body: { name: long('mail-'), enabled: false, target: { ...mail, from: `${long('sender-', 60)}@example.com`, to } },
  });
}

/** Makes three targets of which one is lost, a client, and volumes with and without a client. @returns objects that have a page */
async function furnish({
  admin,
  ...cluster
}: Pick<Cluster, 'admin' | 'node'>): Promise<{ pages: string[]; dialogs: [path: string, button: string][] }> {
  const settings = await admin.call(endpoints.getSettings);
  const storageNetworks = ['left', 'right'].map((name, at) => ({ name: long(`${name}-`), cidrs: [`10.${at}.0.0/24`] }));
  await admin.call(endpoints.updateSettings, { ifMatch: settings.version, body: { storageNetworks } });
  const labels = (at: number) => ({ rack: long(`rack-${at}-`, 63), zone: long('zone-', 63) });
  const agents = [];
  for (const at of [1, 2, 3])
    agents.push(
      await cluster.node(
        long(`target-${at}-`),
        [1, 2].map((slot) => ({
          serial: long(`S${at}${slot}`, 20),
          sizeBytes: 2.4e12,
          model: long('MODEL-', 40),
          contents: slot === 2 && at === 1 ? [long('filesystem', 80)] : [],
        })),
        labels(at),
      ),
    );
  const client = await cluster.node(long('client-'), [], labels(1));
  const { items: drives } = await admin.call(endpoints.listDrives, { query: { state: 'available' } });
  for (const { id, version } of drives)
    await admin.done((await admin.call(endpoints.takeDrive, { params: { id }, ifMatch: version })).job.id);
  const { id: driveClassId } = await admin.call(endpoints.createDriveClass, {
    body: {
      name: long('class-'),
      description: long('description', 200),
      members: { by: 'selector', selector: { nodeLabels: { zone: long('zone-', 63) } } },
    },
  });
  const earlier = await recordedMoment(admin);
  const volumes = [];
  for (const protection of ['raid10', 'raid1'] as const) {
    const body = { name: long(`${protection}-`), driveClassId, sizeBytes: GiB, protection, description: long('words', 200) };
    const { volume, job } = await admin.call(endpoints.createVolume, { body });
    await admin.done(job.id);
    volumes.push(volume);
  }
  const [volume, detached] = volumes;
  const { job, attachment } = await admin.call(endpoints.createAttachment, { body: { volumeId: volume?.id ?? '', nodeId: client.nodeId } });
  await admin.done(job.id);
  await admin.call(endpoints.createEnrollmentToken, { body: { description: long('token', 64), labels: labels(4), expiresInSeconds: 600 } });
  await agents[2]?.goAway();
  await expect
    .poll(async () => (await admin.call(endpoints.listNodes, { query: { connection: 'lost' } })).total, { timeout: 90_000 })
    .toBe(1);
  await expect.poll(async () => (await admin.call(endpoints.listAlerts)).total, { timeout: 60_000 }).toBeGreaterThan(0);
  const [alert] = (await admin.call(endpoints.listAlerts)).items;
  const moment = await recordedMoment(admin, new Date().toISOString());
  await furnishChannels(admin);
  const [volumePath, nodePath, drivePath] = [`/volumes/${volume?.id}`, `/nodes/${agents[0]?.nodeId}`, `/drives/${drives[0]?.id}`];
  return {
    pages: [
      ...['/', '/topology', `/topology?select=volume:${volume?.id}`, `/topology?select=node:${agents[0]?.nodeId}`],
      ...[
        '/volumes',
        volumePath,
        `${volumePath}?tab=performance`,
        `${volumePath}?tab=legs`,
        `${volumePath}?tab=activity`,
        '/volumes/new',
        '/attachments',
        `/attachments/${attachment.id}`,
        `/attachments/${attachment.id}?tab=activity`,
        '/drives',
        '/drives/map',
        '/drives/wipes',
        drivePath,
        ...['drives', 'network', 'activity'].map((tab) => `${nodePath}?tab=${tab}`),
      ],
      ...[
        '/drive-classes',
        `/drive-classes/${driveClassId}`,
        '/drive-classes/new',
        '/nodes',
        nodePath,
        `/nodes/${agents[2]?.nodeId}`,
        `/nodes/${client.nodeId}`,
      ],
      ...[
        '/jobs',
        `/jobs/${job.id}`,
        `/jobs/${job.id}?tab=activity`,
        '/enrollment-tokens',
        '/events',
        ...['/alerts', `/alerts/${alert?.id}`, '/silences', '/channels'],
        ...['/', '/alerts', `/alerts/${alert?.id}`].map((path) => `${path}?at=${moment}`),
        `/moments/changes?from=${earlier}&to=${moment}`,
        '/audit',
        '/users',
        '/backups',
        '/settings',
      ],
    ],
    dialogs: [
      [`/volumes/${detached?.id}`, 'Attach…'],
      [volumePath, 'Accept a loss…'],
      [volumePath, 'Force detach…'],
      [drivePath, 'Evict…'],
      [nodePath, 'Drain…'],
      [nodePath, 'Labels…'],
      [`/alerts/${alert?.id}`, 'Silence…'],
      ['/channels', 'New channel…'],
    ],
  };
}

const WIDTHS = [390, 768, 1280, 3440];

/** States in a volume's fabric that run into the hop beside them. */
const narrowStates = (page: Page): Promise<(string | null)[]> =>
  page
    .getByRole('table', { name: /^Fabric of / })
    .locator('span[data-tone]')
    .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent));

/** Checks the layout in each width, after the elements that depend on the size were drawn again. */
async function expectWellLaid(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect.soft(await misLaid(page), `${what}, ${width} px`).toEqual([]);
    expect.soft(await narrowStates(page), `states narrower than their words: ${what}, ${width} px`).toEqual([]);
  }
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^(Loading|Reading)…$/)).toHaveCount(0);
}

test('lays out every page and dialog readably with longest names, from phone to wide', { tag: '@all' }, async ({
  page,
  ownCluster: cluster,
}) => {
  test.setTimeout(480_000);
  const { pages, dialogs } = await furnish({ admin: cluster.admin, node: cluster.node.bind(cluster) });
  const { url } = cluster.server;
  await login(page, url, 'admin');
  for (const path of pages) {
    await open(page, `${url}${path}`);
    await expectWellLaid(page, path);
  }
  for (const [path, button] of dialogs) {
    await open(page, `${url}${path}`);
    await chooseAction(page, button);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWellLaid(page, `${path} ${button}`);
  }
  await open(page, url);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('raid1');
  await expect(page.getByRole('option', { name: /^Found/ }).first()).toBeVisible();
  await expectWellLaid(page, 'palette');
});
