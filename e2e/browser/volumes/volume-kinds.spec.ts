import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from '../support/fixtures.js';

/** `rows`: rows of the placement, with the number of legs in each. */
const kinds = [
  {
    protection: 'raid10',
    size: '1 GiB',
    stripeWidth: '2',
    rows: { 'Mirror set 0': 2, 'Mirror set 1': 2 },
    survives: 'any one node, and of more',
  },
  { protection: 'raid1', size: '1 GiB', rows: { 'Mirror set 0': 2 }, survives: 'Survives the loss of any one node.' },
  { protection: 'raid1', copies: '3', size: '1 GiB', rows: { 'Mirror set 0': 3 }, survives: 'Survives the loss of any two nodes.' },
  { protection: 'raid0', size: '1 GiB', stripeWidth: '3', rows: { Stripes: 3 }, survives: 'Survives nothing' },
  // Larger than any one drive: it continues on the next.
  { protection: 'concatenated', size: '2.5 TiB', rows: { Legs: 2 }, survives: 'Survives nothing' },
] as const;

for (const { protection, size, rows, survives, ...more } of kinds) {
  const isMirror = protection === 'raid1' || protection === 'raid10';

  const copies = 'copies' in more ? more.copies : '';
  test(`places the legs of a ${protection} volume ${copies && `with ${copies} copies `}as previewed, each with its observations`, {
    tag: protection === 'raid10' ? [] : ['@all'],
  }, async ({ page, cluster, loginAs }) => {
    const name = `kind-${protection}${copies}`;
    await loginAs('olga', '/volumes/new');
    await page.getByLabel(/^Name/).fill(name);
    await page.getByLabel(/^Size/).fill(size);
    await page.getByLabel(/^Drive class/).selectOption('fast');
    await page.getByRole('radio', { name: new RegExp(`^${protection},`) }).check();
    if (copies) await page.getByLabel('Copies').selectOption(copies);
    if ('stripeWidth' in more) await page.getByLabel('Stripe width').fill(more.stripeWidth);
    const placement = page.getByRole('table', { name: 'Placement' });
    const legsOf = async () => {
      await expect(placement.getByRole('rowheader')).toHaveText(Object.keys(rows));
      for (const [row, legs] of Object.entries(rows)) {
        const set = placement.getByRole('row', { name: new RegExp(`^${row}`) });
        await expect(set.getByRole('link')).toHaveCount(legs);
        // Mirror legs of a set never share a node: each has its own column.
        if (isMirror) await expect(set.getByRole('cell').filter({ has: page.getByRole('link') })).toHaveCount(legs);
      }
      return placement.getByRole('link').evaluateAll((links) => links.map(({ textContent }) => textContent));
    };
    const planned = await legsOf();
    await page.getByRole('button', { name: 'Create volume' }).click();

    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByLabel(name, { exact: true })).toContainText('detached');
    await page.getByRole('link', { name: 'Spec' }).click();
    await expect(page.getByRole('definition').filter({ hasText: `${protection}. ` })).toContainText(survives);
    await page.getByRole('link', { name: 'Legs & paths' }).click();
    expect(await legsOf()).toEqual(planned);
    const count = Object.values<number>(rows).reduce((sum, legs) => sum + legs, 0);
    const observations = page.getByRole('table', { name: 'Leg observations' });
    await expect(observations.getByRole('row', { name: /^Leg \d on n\d in sync present no report/ })).toHaveCount(count);

    const { items } = await cluster.admin.call(endpoints.listVolumes, { query: { name } });
    const id = items[0]?.id ?? '';
    await cluster.attach(id, 'c1');
    await expect(page.getByLabel(name, { exact: true })).toContainText('healthy');
    const md = isMirror ? 'in sync' : 'no report';
    await expect(observations.getByRole('row', { name: new RegExp(`2 of 2 portals 2 of 2 live ${md} healthy`) })).toHaveCount(count);

    const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
    await page
      .getByRole('link', { name: legs[0]?.drive.serial ?? '' })
      .first()
      .click();
    await expect(page.getByRole('list', { name: 'Legs on it' }).getByRole('listitem').filter({ hasText: name })).toContainText('healthy');
    await expect(page.getByRole('img', { name: /^\d+ legs? uses? .* of .*TiB$/ })).toBeVisible();
    await page.goBack();

    const attachments = await cluster.admin.call(endpoints.listAttachments, { query: { volumeId: id } });
    for (const { id, version } of attachments.items)
      await cluster.admin.done((await cluster.admin.call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job.id);
    const { version } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
    await cluster.admin.done((await cluster.admin.call(endpoints.deleteVolume, { params: { id }, ifMatch: version })).job.id);
    await expect(page.getByText('There is no such volume, or it was deleted.')).toBeVisible();
  });
}
