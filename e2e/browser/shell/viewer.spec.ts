/// <reference lib="dom" />
/** A viewer: on every page, a refused action says why, and a button that can be pressed changes nothing. */
import type { ElementHandle, Locator, Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

const GiB = 2 ** 30;
const PLANS = /\/(dry-run|preview|plans)$/;
const ROLE = /^You are a viewer: this needs the permission [a-z-]+:[a-z-]+\.$/;

/** Records requests that are not reads, and refused answers. */
function transgressions(page: Page): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !PLANS.test(pathname)) found.push(`${request.method()} ${pathname}`);
  });
  page.on('response', (response) => {
    if (response.status() === 403) found.push(`403 of ${response.url()}`);
  });
  return found;
}

interface Button {
  name: string;
  /** Reason for a refusal; null: the button can be pressed. */
  why: string | null;
  element: ElementHandle<HTMLElement>;
}

/** Each button once: in a list's rows, those of the first row of each state. Refused buttons come first, because pressing the others changes the page. */
async function buttonsOf(region: Locator): Promise<Button[]> {
  const found = new Map<string, Button>();
  for (const element of (await region.locator('button:not([aria-haspopup])').elementHandles()) as ElementHandle<HTMLElement>[]) {
    const name = ((await element.getAttribute('data-action')) ?? (await element.textContent()) ?? '').trim();
    const why = (await element.getAttribute('aria-disabled')) === 'true' ? await element.getAttribute('aria-description') : null;
    if (!found.has(`${name} ${why}`)) found.set(`${name} ${why}`, { name, why, element });
  }
  return [...found.values()].sort((one, other) => Number(one.why === null) - Number(other.why === null));
}

/** The menu shows the reason below the name, and a press does nothing. */
async function expectRefusedInMenu(page: Page, { name, why, element }: Button): Promise<void> {
  await element.evaluate((button) => button.closest<HTMLElement>('[popover]')?.showPopover());
  expect(await element.textContent(), name).toContain(why);
  await element.focus();
  await page.keyboard.press('Enter');
  await element.click({ force: true });
  await page.keyboard.press('Escape');
  expect(await element.isVisible()).toBe(false);
}

/** The keyboard and the pointer both show the reason, and a press does nothing. */
async function expectRefused(page: Page, button: Button): Promise<void> {
  const { name, why, element } = button;
  if ((await element.getAttribute('data-action')) !== null) return expectRefusedInMenu(page, button);
  const tip = page.getByRole('tooltip');
  await element.focus();
  await expect(tip, name).toHaveText(why ?? '');
  await page.keyboard.press('Enter');
  await element.evaluate((button) => button.blur());
  await expect(tip).toHaveCount(0);
  await element.hover({ force: true });
  await expect(tip, name).toHaveText(why ?? '');
  await element.click({ force: true });
  await element.evaluate((button) => button.blur());
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
}

/** Presses every button. @returns names of refused buttons. */
async function pressAll(page: Page): Promise<string[]> {
  const main = page.getByRole('main');
  const tick = main.getByRole('checkbox', { name: /^Select (?!all)/ }).first();
  if ((await tick.count()) > 0) await tick.check();
  const refused: string[] = [];
  for (const button of await buttonsOf(main)) {
    const { name, why, element } = button;
    const what = `${name} on ${page.url()}`;
    if (why !== null) {
      await expectRefused(page, button);
      refused.push(`${name} ${ROLE.test(why) ? 'by role' : 'by state'}`);
    } else {
      expect(name, `${what} opens a dialog, and is not refused`).not.toMatch(/…$/);
      // An earlier press may have removed the button.
      const isThere = await element.evaluate((each) => each.isConnected && each.checkVisibility());
      if (isThere) await element.click({ noWaitAfter: true });
      const dialog = page.getByRole('dialog');
      // These open when their chunk is loaded, and hear Escape when they have the focus.
      const isLazy = isThere && (name === 'Columns' || name === 'Notes');
      if (isLazy) await expect(dialog.locator(':focus'), what).toBeVisible();
      await page.keyboard.press('Escape');
      if (isLazy) await expect(dialog, what).toHaveCount(0);
    }
    await expect(page.locator('[role=dialog] form'), `${what} opens no form`).toHaveCount(0);
  }
  return refused;
}

async function places(cluster: Cluster): Promise<[path: string, refused: string[]][]> {
  const { admin } = cluster;
  const volumeId = await cluster.volume('only-looked-at', { sizeBytes: GiB });
  await cluster.attach(volumeId, 'c1');
  const [attachment] = (await admin.call(endpoints.listAttachments, { query: { volumeId } })).items;
  const [job] = (await admin.call(endpoints.listJobs, { query: { subjectId: volumeId } })).items;
  const drive = async (state: 'in-service' | 'occupied' | 'available') =>
    (await admin.call(endpoints.listDrives, { query: { state, limit: 1 } })).items[0]?.id;
  const [driveClass] = (await admin.call(endpoints.listDriveClasses)).items;
  return [
    ['/', []],
    ['/topology', []],
    [`/topology?select=volume:${volumeId}`, []],
    ['/volumes', ['New volume by role', 'Detach… by role', 'Delete… by role']],
    ['/volumes/new', ['Create volume by role']],
    [
      `/volumes/${volumeId}`,
      [...['Edit…', 'Attach…', 'Grow…', 'Accept a loss…', 'Delete…'], ...['Detach…', 'Force detach…']].map((name) => `${name} by role`),
    ],
    ['/attachments', ['Detach… by role']],
    [`/attachments/${attachment?.id}`, ['Detach… by role', 'Force detach… by role']],
    ['/drives', ['Wipe… by role', 'Take… by role']],
    ['/drives/map', []],
    ['/drives/wipes', []],
    [`/drives/${await drive('in-service')}`, ['Release… by role', 'Cordon… by role', 'Evict… by role']],
    [`/drives/${await drive('occupied')}`, ['Wipe… by role']],
    [`/drives/${await drive('available')}`, ['Take… by role']],
    ['/drive-classes', ['New drive class by role', 'Edit… by role', 'Delete… by role']],
    [`/drive-classes/${driveClass?.id}`, ['Edit… by role', 'Delete… by role']],
    ['/drive-classes/new', ['Create drive class by role']],
    ['/nodes', ['Enroll a node by role', 'Cordon… by role']],
    [
      `/nodes/${cluster.agents.get('n1')?.nodeId}`,
      ['Labels…', 'Cordon…', 'Drain…', 'Maintenance…', 'Remove…'].map((name) => `${name} by role`),
    ],
    ['/enrollment-tokens', ['Enroll a node by role']],
    ['/jobs', []],
    [`/jobs/${job?.id}`, []],
    ['/events', []],
    ['/audit', []],
    ['/alerts', []],
    ['/silences', ['Create silence… by role']],
    ['/channels', ['New channel… by role']],
    ['/users', ['New user… by role']],
    ['/backups', ['Back up now by role']],
    ['/settings', ['Save settings by role', 'Set value… by role', 'Change password by state']],
  ];
}

test('sends no change for a viewer, and shows at each refused button the role it needs', { tag: '@all' }, async ({
  page,
  ownCluster: cluster,
}) => {
  test.setTimeout(480_000);
  await cluster.furnish();
  const all = await places(cluster);
  await login(page, cluster.server.url, 'vera');
  const found = transgressions(page);
  for (const [path, refused] of all) {
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^(Loading|Reading)…$/)).toHaveCount(0);
    expect.soft(await pressAll(page), path).toEqual(expect.arrayContaining(refused));
    expect(found, path).toEqual([]);
    // The palette offers the actions of the page and no others.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: /Overview/ })).toBeVisible();
    for (const name of ['New volume', 'New drive class'])
      await expect(page.getByRole('option', { name: new RegExp(`^(Pages ?)?${name} You are a viewer`) })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    await page.keyboard.press('Escape');
  }
  // The API itself refuses the same request.
  const answer = await page.request.delete(`${cluster.server.url}/api/v1/volumes/${all[5]?.[0].split('/')[2]}`, {
    headers: { 'if-match': '"1"' },
  });
  expect([answer.status(), ((await answer.json()) as { code: string }).code]).toEqual([403, 'forbidden']);
});

test('shows a viewer that the first step needs an administrator', async ({ page, ownCluster: cluster }) => {
  await login(page, cluster.server.url, 'vera');
  const found = transgressions(page);
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  expect(await pressAll(page)).toEqual(['Issue a token… by role']);
  expect(found).toEqual([]);
});
