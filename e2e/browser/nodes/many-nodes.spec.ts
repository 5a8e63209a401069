/** More nodes than a person would scroll through: people choose them by name, and the console does not read them all for that. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import type { Cluster } from '../support/cluster.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

/** More nodes than fit on one page of the API. */
const MANY = 205;

// All nodes enroll at once from one address.
test.use({ serverEnvironment: { WEFT_REQUESTS_PER_SECOND: '10000' } });

async function enrollMany({ admin }: Cluster): Promise<void> {
  await Promise.all(
    Array.from({ length: MANY }, async (_, at) => {
      const { token } = await admin.call(endpoints.createEnrollmentToken, { body: { labels: {} } });
      const name = `many-${at}`;
      await admin.call(endpoints.enroll, { body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL } });
    }),
  );
}

test('finds nodes by typed names in filter, attach and class, and reads one page of nodes @all', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  await enrollMany(cluster);
  const volumeId = await cluster.volume('for-many', { sizeBytes: 2 ** 30, protection: 'raid1' });
  const { url } = cluster.server;
  const pages: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/v1/nodes') pages.push(search);
  });
  await login(page, `${url}/drives`, 'admin');
  const filter = page.getByRole('combobox', { name: 'Node' });
  await expect(filter).toHaveAttribute('placeholder', 'Node: any');
  await filter.pressSequentially('n2');
  await expect(page).toHaveURL(new RegExp(`nodeId=${cluster.agents.get('n2')?.nodeId}`));
  await expect(page.getByText('3 in all')).toBeVisible();
  await page.reload();
  await expect(filter).toHaveValue('n2');
  await filter.fill('');
  await expect(page.getByText('9 in all')).toBeVisible();
  // A part of a name matches no node.
  await filter.pressSequentially('many-');
  await expect(page.getByText('9 in all')).toBeVisible();

  await page.goto(`${url}/volumes/${volumeId}`);
  await page.getByRole('button', { name: 'Attach…' }).click();
  const dialog = page.getByRole('dialog');
  const apply = dialog.getByRole('button', { name: 'Attach', exact: true });
  // The name field replaces a list once the dialog knows how many nodes there are.
  await expect(dialog.getByPlaceholder('Type its name')).toBeFocused();
  await page.keyboard.type('c');
  await expect(apply).toHaveAttribute('aria-description', 'Choose a client first.');
  await dialog.getByRole('combobox', { name: 'Client' }).pressSequentially('1');
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('c1');
  // A changed name is another name: the dialog drops the plan of the previous client.
  await dialog.getByRole('combobox', { name: 'Client' }).press('Backspace');
  await expect(dialog.getByRole('list', { name: 'Plan' })).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Client' }).pressSequentially('2');
  await apply.click();
  await expect(dialog.getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible();
  expect((await cluster.admin.call(endpoints.listAttachments, { query: { volumeId } })).items.map(({ node }) => node.name)).toEqual(['c2']);

  await page.goto(`${url}/drive-classes/new`);
  const matching = page.getByRole('heading', { name: /^Contains/ });
  await page.getByLabel('Nodes, by name').fill('n3');
  await page.getByRole('checkbox', { name: 'n3', exact: true }).check();
  await expect(matching).toContainText('3 drives of 1 node');
  await page.getByLabel('Nodes, by name').fill('n1');
  await page.getByRole('checkbox', { name: 'n1', exact: true }).check();
  await expect(matching).toContainText('6 drives of 2 nodes');
  await expect(page.getByRole('checkbox', { name: 'n3', exact: true })).toBeChecked();
  expect(pages.filter((search) => search.includes('cursor='))).toEqual([]);
});
