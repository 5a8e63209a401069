/** Everything works with the keyboard alone: every action can be reached, the focus is visible, and it is never lost. */
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { actionOf } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

const GiB = 2 ** 30;

/** Name of the focused element, and the two things that make its focus visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim();
    // The ring may be on a label beside a checkbox or radio button, or on the box of a select.
    const rings = [element, ...(element.parentElement ? [element.parentElement, ...element.parentElement.children] : [])];
    const isRinged = rings.some((each) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
    const isBordered = element.matches('input, select, textarea');
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInWindow = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return { name, isInWindow, isMarked: isRinged || isBordered };
  });

/** Presses Tab until the focus leaves the page. @returns names of all elements that had the focus */
async function walk(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (let step = 0; step < 400; step++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at === null) return names;
    const { name, ...seen } = at;
    expect(seen, `the focus on "${name}" of ${page.url()}`).toEqual({ isInWindow: true, isMarked: true });
    names.push(name);
  }
  throw new Error(`${page.url()} keeps the focus: ${names.slice(-5).join(', ')}`);
}

/** Opens the menu with an arrow key, walks once around, and closes it with Escape. @returns names of its elements */
async function walkMenu(page: Page, count: number): Promise<string[]> {
  const opener = page.getByRole('button', { name: 'More actions' });
  await opener.focus();
  const names: string[] = [];
  for (let step = 0; step < count; step++) {
    await page.keyboard.press('ArrowDown');
    const { name = '', ...seen } = (await focused(page)) ?? {};
    expect(seen, `the focus on "${name}" in the menu of ${page.url()}`).toEqual({ isInWindow: true, isMarked: true });
    names.push(name);
  }
  await page.keyboard.press('ArrowDown');
  expect((await focused(page))?.name).toBe(names[0]);
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  return names;
}

test('reaches every action of each page by Tab with visible focus, and leaves the page @all', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  const volumeId = await cluster.volume('walked-through', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(volumeId, 'c1');
  const { items: drives } = await cluster.admin.call(endpoints.listDrives, { query: { state: 'in-service', limit: 1 } });
  const { items: attachments } = await cluster.admin.call(endpoints.listAttachments, { query: { volumeId } });
  await login(page, cluster.server.url, 'admin');
  const places: [path: string, actions: string[], menu?: string[]][] = [
    ['/', ['All jobs']],
    ['/topology', ['Zoom in']],
    ['/volumes', ['New volume', 'Name↑', 'Columns', 'Export CSV', 'Select walked-through', 'walked-through']],
    [
      `/volumes/${volumeId}`,
      ['Grow…', 'More actions', 'Detach…', 'Force detach…'],
      ['Jobs', 'Topology', 'Edit…', 'Attach…', 'Accept a loss…', 'Delete…'],
    ],
    [`/attachments/${attachments[0]?.id}`, ['Detach…', 'More actions'], ['Jobs', 'Topology', 'Force detach…']],
    ['/drives', ['Take…', 'Wipe…']],
    [`/drives/${drives[0]?.id}`, ['Evict…', 'More actions'], ['Topology', 'Wipe records', 'Cordon…', 'Release…']],
    ['/nodes', ['Enroll a node', 'Tokens']],
    [
      `/nodes/${cluster.agents.get('n1')?.nodeId}`,
      ['Maintenance…', 'More actions'],
      ['Topology', 'Labels…', 'Cordon…', 'Drain…', 'Rotate credential…', 'Rotate keys…', 'Revoke credential…', 'Remove…'],
    ],
    ['/users', ['New user…', 'Edit…', 'Remove…']],
    ['/alerts', ['Silences']],
    ['/silences', ['Create silence…']],
    ['/channels', ['New channel…']],
    ['/backups', ['Back up now']],
    ['/settings', ['Save settings', 'Change password']],
  ];
  for (const [path, actions, menu] of places) {
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^(Loading|Reading)…$/)).toHaveCount(0);
    const names = await walk(page);
    expect(names[0], path).toBe('Skip to content');
    expect.soft(names, path).toEqual(expect.arrayContaining(actions));
    if (menu) expect.soft(await walkMenu(page, menu.length), path).toEqual(menu);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('returns the focus to the opener when Escape closes a dialog @all', async ({ page, cluster, loginAs }) => {
  test.setTimeout(360_000);
  const volumeId = await cluster.volume('opened-by-keys', { sizeBytes: GiB, protection: 'raid1' });
  const nodePath = `/nodes/${cluster.agents.get('n2')?.nodeId}`;
  await loginAs('admin');
  const menu = page.getByRole('button', { name: 'More actions' });
  const openers: [path: string, button: string, inMenu?: true][] = [
    [`/volumes/${volumeId}`, 'Attach…'],
    [`/volumes/${volumeId}`, 'Grow…', true],
    [`/volumes/${volumeId}`, 'Delete…', true],
    [nodePath, 'Labels…', true],
    [nodePath, 'Drain…', true],
    ['/drive-classes', 'Edit…'],
    ['/nodes', 'Enroll a node'],
    ['/users', 'New user…'],
  ];
  const dialog = page.getByRole('dialog');
  for (const [path, name, inMenu] of openers) {
    await page.goto(`${cluster.server.url}${path}`);
    const opener = await actionOf(page, name);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    // Tab stays in the dialog: the page behind it cannot be operated.
    for (let step = 0; step < 12; step++) await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(inMenu ? menu : opener, `${name} of ${path}`).toBeFocused();
  }

  // The palette, and pages and dialogs opened from it.
  await page.goto(`${cluster.server.url}/volumes/${volumeId}`);
  const search = page.getByRole('button', { name: 'Search' });
  await search.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('grow');
  await page.getByRole('option', { name: /^On this page Grow/ }).click();
  await expect(page.getByRole('dialog', { name: 'Grow opened-by-keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});

test('keeps the focus when the action removes the opener of its dialog', async ({ page, cluster, loginAs }) => {
  await cluster.admin.call(endpoints.createUser, { body: { name: 'soon-gone', role: 'viewer', password: 'correct horse battery' } });
  await loginAs('admin', '/users');
  const row = page.getByRole('row', { name: /soon-gone/ });
  await row.getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type the user/).fill('soon-gone');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
  // The focus is in the row that took its place; or on the content, if the row disappeared before the dialog.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});
