import { readFile } from 'node:fs/promises';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { startSimulatedCluster } from './support/simulated-cluster.js';

test('walks the fabric tree by keyboard, and shows state, effects and link of the selection', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('drawn', { sizeBytes: 2 ** 30, protection: 'raid1' });
  await cluster.attach(volumeId, 'c1');
  await loginAs('vera', '/topology');
  const tree = page.getByRole('tree', { name: 'Fabric' });
  await expect(page.getByRole('img', { name: /^Diagram of the fabric/ })).toBeVisible();
  await tree.getByRole('treeitem', { name: /^Targets/ }).focus();
  await page.keyboard.press('ArrowDown');
  const rack = tree.getByRole('treeitem', { name: /^rack r1/ });
  await expect(rack).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(rack).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  const node = tree.getByRole('treeitem', { name: 'n1, online', exact: true });
  await expect(node).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(node).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/select=node/);
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByRole('heading', { name: 'node n1' })).toBeVisible();
  await expect(selection.getByRole('heading', { name: 'If it fails now' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { name: /^NIC .*, up$/ }).first()).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(node).toBeFocused();
  await page.keyboard.press('End');
  await expect(tree.getByRole('treeitem', { name: /^Storage networks/ })).toBeFocused();
  await selection.getByRole('link', { name: 'Open its page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'n1' })).toBeVisible();
});

test('keeps a selected volume through the login, and follows its paths to the drives', async ({ page, cluster }) => {
  const volumeId = await cluster.volume('followed', { sizeBytes: 2 ** 30, protection: 'raid1' });
  await cluster.attach(volumeId, 'c2');
  await login(page, `${cluster.server.url}/topology?select=volume:${volumeId}&colour=wear`, 'vera');
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByRole('heading', { name: 'volume followed' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Colour' })).toHaveValue('wear');
  await expect(page.getByRole('list', { name: 'Colours' })).toContainText('under 20 %');
  await expect(page.getByRole('treeitem', { name: /^followed, / })).toHaveAttribute('aria-selected', 'true');
  const legs = selection.getByRole('list', { name: /^Legs and the ways to them/ });
  await expect(legs.getByRole('listitem')).toHaveCount(2);
  await expect(legs.getByRole('listitem').first()).toContainText(/leg 0: \S+ on n\d, healthy/);
  await expect(legs.getByRole('listitem').first()).toContainText(/c2 → left → 10\.0\.0\.\d+: live/);
  await legs.getByRole('listitem').first().getByRole('link').first().click();
  await expect(selection.getByRole('heading', { name: /^drive \S+ of n\d/ })).toBeVisible();
  await expect(selection.getByRole('list', { name: /^Volumes with a leg on it/ })).toContainText('followed');
  await expect(page).toHaveURL(/colour=wear/);
  await page.goBack();
  await expect(selection.getByRole('heading', { name: 'volume followed' })).toBeVisible();
});

test('lists search matches, keeps the search in the URL, and selects the first on Enter', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('S4YNNE0R2');
  const tree = page.getByRole('tree', { name: 'Fabric' });
  await expect(tree.getByRole('treeitem', { name: /^drive S4YNNE0R2/ })).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: '3 found' })).toBeVisible();
  await expect(page).toHaveURL(/q=S4YNNE0R2/);
  await search.press('Enter');
  await expect(page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: /^drive S4YNNE0R2/ })).toBeVisible();
  await search.fill('nowhere-to-be-found');
  await expect(page.getByText('No name, serial or address matches.')).toBeVisible();
});

test('selects by click in the diagram, and moves and zooms by keys', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  const picture = page.getByRole('img', { name: /^Diagram of the fabric/ });
  const box = await picture.boundingBox();
  if (!box) throw new Error('the picture has no place');
  // Find a drawn object: the pointer shows its name, and a click selects it.
  const hovered = page.locator('p[aria-hidden]').filter({ hasText: /^(node|drive|rack|zone|volume|NIC) / });
  for (let x = box.width - 40; x > box.width / 2 && !(await hovered.isVisible()); x -= 15)
    await picture.hover({ position: { x, y: box.height / 2 } });
  const what = ((await hovered.textContent()) ?? '').replace(/:.*/, '');
  await page.mouse.down();
  await page.mouse.up();
  await expect(page.getByRole('region', { name: 'Selection' }).getByRole('heading', { level: 2, name: what })).toBeVisible();
  await picture.focus();
  const before = await picture.screenshot();
  await page.keyboard.press('+');
  await expect.poll(async () => before.equals(await picture.screenshot())).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
});

test('shows a lost target with its cause in diagram, tree and selection without a reload', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  const volumeId = await cluster.volume('orders', { sizeBytes: 2 ** 30 });
  await cluster.attach(volumeId, 'c1');
  await login(page, `${cluster.server.url}/topology?select=node:${cluster.agents.get('n1')?.nodeId}`, 'vera');
  const selection = page.getByRole('region', { name: 'Selection' });
  await expect(selection.getByText('online', { exact: true })).toBeVisible();
  await cluster.agents.get('n1')?.goAway();
  await expect(page.getByRole('treeitem', { name: 'n1, lost', exact: true })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: /^rack r1: 1 node, 1 lost/ })).toBeVisible();
  await expect(selection.getByText(/^lost since .* because its agent does not report/)).toBeVisible();
  await expect(selection.getByRole('list', { name: 'If it is down, and not only its agent' })).toContainText('orders');
  await expectNoViolation(page, 'topology');
  cluster.agents.get('n1')?.comeBack();
  await expect(page.getByRole('treeitem', { name: 'n1, online', exact: true })).toBeVisible({ timeout: 90_000 });
  await cluster.volume('logs', { sizeBytes: 2 ** 30 });
  await expect(page.getByRole('treeitem', { name: 'Volumes (2)' })).toBeVisible();
});

test('groups nodes by drive class, and keeps the choice in the address', async ({ page, cluster, loginAs }) => {
  await loginAs('vera', '/topology');
  const tree = page.getByRole('tree', { name: 'Fabric' });
  await expect(tree.getByRole('treeitem', { name: /^rack r1/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Group' }).selectOption('class');
  await expect(page).toHaveURL(/group=class/);
  const group = tree.getByRole('treeitem', { name: /^class fast: 3 nodes/ });
  await expect(group).toBeVisible();
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Selection' }).getByRole('heading', { name: 'class fast, targets' })).toBeVisible();
  await page.goto(`${cluster.server.url}/topology?group=class`);
  await expect(page.getByRole('combobox', { name: 'Group' })).toHaveValue('class');
  await page.getByRole('combobox', { name: 'Group' }).selectOption('rack');
  await expect(page).not.toHaveURL(/group=/);
});

test('updates the search field when the URL changes', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  const field = page.getByRole('searchbox', { name: 'Search' });
  await field.pressSequentially('n1', { delay: 5 });
  await expect(page).toHaveURL(/q=n1/);
  await expect(field).toHaveValue('n1');
  await page.getByRole('treeitem', { name: /^node n1/ }).click();
  await field.fill('n2');
  await expect(page).toHaveURL(/q=n2/);
  await page.goBack();
  await expect(page).toHaveURL(/q=n1/);
  await expect(field).toHaveValue('n1');
  await page.getByRole('link', { name: 'Topology', exact: true }).click();
  await expect(page).toHaveURL(/topology$/);
  await expect(field).toHaveValue('');
});

test('exports the whole picture as SVG and PNG, with its names and legend', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  await expect(page.getByRole('img', { name: /^Diagram of the fabric/ })).toBeVisible();
  const save = async (button: string) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const svg = await save('Export SVG');
  expect(svg.name).toMatch(/^weft-topology-.*Z\.svg$/);
  const shown = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      errors: parsed.querySelectorAll('parsererror').length,
      texts: [...parsed.querySelectorAll('text')].map(({ textContent }) => textContent),
    };
  }, svg.content.toString('utf8'));
  expect(shown.errors).toBe(0);
  expect(shown.texts).toEqual(expect.arrayContaining(['Weft topology', 'Targets', 'n1', 'n3', 'c1', 'left', 'right', 'healthy', 'failed']));
  const png = await save('Export PNG');
  expect(png.name).toMatch(/^weft-topology-.*Z\.png$/);
  // Width and height stand in the first chunk (PNG specification, 11.2.1).
  expect(png.content.subarray(1, 4).toString()).toBe('PNG');
  expect(png.content.readUInt32BE(16)).toBeGreaterThanOrEqual(720);
});

test('fills the screen with the page by keyboard, and leaves it again', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  const before = await page.getByRole('img', { name: /^Diagram of the fabric/ }).boundingBox();
  await page.getByRole('button', { name: 'Full screen' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeFocused();
  await expect
    .poll(async () => (await page.getByRole('img', { name: /^Diagram of the fabric/ }).boundingBox())?.width ?? 0)
    .toBeGreaterThan((before?.width ?? 0) + 100);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible();
});

test('shows throughput and latency of links, with a legend, and nothing as zero that is not observed @all', async ({ page, mongo }) => {
  test.setTimeout(600_000);
  const { cluster, volume, stop } = await startSimulatedCluster(mongo.uri);
  try {
    await cluster.volume('unused', { sizeBytes: 2 ** 30, protection: 'raid1' });
    await login(page, `${cluster.server.url}/topology`, 'vera');
    await page.getByRole('combobox', { name: 'Links' }).selectOption('flow');
    await expect(page).toHaveURL(/flow=true/);
    await expect(page.getByRole('list', { name: 'Throughput of links' })).toContainText('not observed');
    await expect(page.getByRole('list', { name: 'Latency of links' })).toContainText('under 200 µs');
    const links = page.getByRole('region', { name: 'Links by throughput' });
    // Samples are stored every 30 s.
    await expect(links.getByRole('listitem').first()).toHaveText(/^node client-1 → node target-\d: [\d.]+ MiB\/s, [\d.]+ (µs|ms)$/, {
      timeout: 180_000,
    });
    await expect(links.getByRole('listitem')).toHaveCount(2);
    await expectNoViolation(page, 'topology with flow');
    await page.goto(`${cluster.server.url}/topology?flow=true&select=volume:${volume}`);
    await expect(page.getByRole('region', { name: 'Selection' })).toContainText('Legs and the ways to them');
  } finally {
    await stop();
  }
});

test('shows a map of the whole picture while only a part is visible, and moves it by mouse', async ({ page, loginAs }) => {
  await loginAs('vera', '/topology');
  const picture = page.getByRole('img', { name: /^Diagram of the fabric/ });
  const map = page.locator('canvas[aria-hidden]');
  await expect(picture).toBeVisible();
  await expect(map).toBeHidden();
  await picture.focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('+');
  await expect(map).toBeVisible();
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.up();
  // The picture is drawn sharply a moment after a movement.
  let left = await picture.screenshot();
  await expect
    .poll(async () => {
      const before = left;
      left = await picture.screenshot();
      return before.equals(left);
    })
    .toBe(true);
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 10, box.y + box.height / 2, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => left.equals(await picture.screenshot())).toBe(false);
  await picture.focus();
  await page.keyboard.press('0');
  await expect(map).toBeHidden();
});

test('shows the volumes without failed nodes and drives by keyboard, and changes nothing @all', async ({ page, cluster, loginAs }) => {
  await cluster.volume('assumed', { sizeBytes: 2 ** 30, protection: 'raid1' });
  const changes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().includes('/session')) changes.push(`${request.method()} ${request.url()}`);
  });
  await loginAs('vera', '/topology');
  await page.getByRole('button', { name: 'What if' }).click();
  await expect(page.getByText('What if: nothing is changed.')).toBeVisible();
  const panel = page.getByRole('region', { name: 'What if' });
  const affected = panel.getByRole('list', { name: /^Affected/ });
  const tree = page.getByRole('tree', { name: 'Fabric' });
  // A closed rack opens to its node.
  for (const [rack, node] of [
    ['r1', 'n1'],
    ['r2', 'n2'],
    ['r3', 'n3'],
  ]) {
    await tree
      .getByRole('treeitem', { name: new RegExp(`^rack ${rack}`) })
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
    await tree.getByRole('treeitem', { name: `${node}, online`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(tree.getByRole('treeitem', { name: `${node}, failed (what if)`, exact: true })).toBeVisible();
    await expect(panel.getByRole('list', { name: /^Failed/ })).toContainText(`node ${node}`);
  }
  await expect(affected.getByRole('listitem').filter({ hasText: 'assumed' })).toContainText('without access: legs 0, 1 out of reach');
  await expect(page).toHaveURL(/fail=/);
  await expectNoViolation(page, 'what-if');
  await panel.getByRole('button', { name: 'Restore node n1' }).click();
  await panel.getByRole('button', { name: 'Restore node n2' }).click();
  await expect(affected.getByRole('listitem').filter({ hasText: /^assumed without/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(panel.getByText('Failed (0)')).toBeVisible();
  await expect(affected.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave what-if' }).click();
  await expect(panel).toHaveCount(0);
  expect(changes).toEqual([]);
});
