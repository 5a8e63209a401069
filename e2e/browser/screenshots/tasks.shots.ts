/**
 * Tasks of an operator, each from the overview, with the clicks and fields that each takes, and the time until the browser shows the answer (docs/design.md
 * has the table).
 * `npm run screenshots -- --grep tasks` prints them.
 */
import type { Locator, Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { until } from '../../support/api-client.js';
import { storeGrowth } from '../../support/capacity-history.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

/** Counts what a person would do. */
class Hand {
  clicks = 0;
  fields = 0;

  async click(on: Locator): Promise<void> {
    await on.click();
    this.clicks += 1;
  }
  async fill(field: Locator, text: string): Promise<void> {
    await field.fill(text);
    this.fields += 1;
  }
  async choose(field: Locator, option: string): Promise<void> {
    await field.selectOption(option);
    this.fields += 1;
  }
}

interface Task {
  name: string;
  run: (hand: Hand, page: Page) => Promise<void>;
}

/** Of the menu in the header: opening it is a click too. */
async function clickInMenu(hand: Hand, page: Page, name: string): Promise<void> {
  await hand.click(page.getByRole('button', { name: 'More actions' }));
  await hand.click(button(page, name));
}

const SLOW = { timeout: 120_000 };
const goto = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('table').getByRole('link', { name, exact: true }).first();
const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name });
const dialogOf = (page: Page) => page.getByRole('dialog');
const isDone = (page: Page) =>
  expect(dialogOf(page).getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible(SLOW);

/** The node and drive of a leg of the volume under load, where it is now. */
async function legOf({ cluster, volume }: SimulatedCluster, index: 0 | 1) {
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: volume } });
  return { node: legs[index]?.node.name ?? '', serial: legs[index]?.drive.serial ?? '' };
}

const tasksOf = (simulated: SimulatedCluster): readonly Task[] => [
  {
    name: 'Find the slow leg of a volume',
    run: async (hand, page) => {
      const leg = await legOf(simulated, 0);
      await simulated.simulation.fault({ fault: 'slow-drive', ...leg, factor: 20 });
      await hand.click(goto(page, 'Volumes'));
      await hand.click(link(page, 'orders'));
      await hand.click(tab(page, 'Performance'));
      await expect(page.getByRole('table', { name: 'Legs compared' }).getByRole('row', { name: /slow/ })).toBeVisible(SLOW);
      await simulated.simulation.fault({ fault: 'slow-drive', ...leg, factor: 1 });
    },
  },
  {
    name: 'Drain a node',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Nodes'));
      await hand.click(link(page, (await legOf(simulated, 1)).node));
      await clickInMenu(hand, page, 'Drain…');
      await hand.click(button(dialogOf(page), 'Drain'));
      await isDone(page);
    },
  },
  {
    name: 'Make a volume, attach it and read its mount commands',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Volumes'));
      await hand.click(page.getByRole('link', { name: 'New volume' }));
      await hand.fill(page.getByLabel(/^Name/), 'ledger');
      await hand.choose(page.getByLabel(/^Drive class/), 'fast');
      await hand.fill(page.getByLabel(/^Size/), '4 GiB');
      await hand.click(button(page, 'Create volume'));
      await hand.click(page.getByRole('button', { name: 'Attach to a client…', disabled: false }));
      await hand.click(button(dialogOf(page), 'Attach'));
      await expect(dialogOf(page).getByText(/mkfs/).first()).toBeVisible(SLOW);
    },
  },
  {
    name: 'Compare two volumes',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Volumes'));
      await expect(page.getByRole('row', { name: /orders/ })).toContainText(/\d (µs|ms)/, SLOW);
      await expect(page.getByRole('row', { name: /ledger/ })).toBeVisible();
    },
  },
  {
    name: 'Find who created a volume',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Audit'));
      await expect(
        page
          .getByRole('table')
          .getByRole('row', { name: /ledger/ })
          .filter({ hasText: 'admin' })
          .first(),
      ).toBeVisible();
    },
  },
  {
    name: 'Empty a drive and take it out of service',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Drives'));
      await hand.click(link(page, (await legOf(simulated, 0)).serial));
      await hand.click(button(page, 'Evict…'));
      await hand.click(button(dialogOf(page), 'Evict'));
      await isDone(page);
      await hand.click(button(dialogOf(page), 'Close').last());
      await hand.click(page.getByRole('button', { name: 'More actions' }));
      const release = page.getByRole('button', { name: 'Release…', exact: true, disabled: false });
      await expect(release).toBeVisible(SLOW);
      await hand.click(release);
      await hand.click(button(dialogOf(page), 'Release'));
      await isDone(page);
    },
  },
  {
    name: 'Add a user',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Users'));
      await hand.click(button(page, 'New user…'));
      await hand.fill(dialogOf(page).getByLabel('Name'), 'ivan');
      await hand.fill(dialogOf(page).getByLabel(/^Password/), 'correct horse battery');
      await hand.click(button(dialogOf(page), 'Create user'));
      await expect(page.getByRole('row', { name: /ivan/ })).toBeVisible();
    },
  },
  {
    name: 'Find why a volume is degraded',
    run: async (hand, page) => {
      const { node } = await legOf(simulated, 0);
      await simulated.simulation.fault({ fault: 'kill-node', node });
      await expect(page.getByRole('list', { name: 'Problems' })).toContainText(node, SLOW);
      await hand.click(page.getByRole('list', { name: 'Problems' }).getByRole('link', { name: 'orders' }).first());
      await expect(page.getByText(new RegExp(`^degraded since .*${node}`))).toBeVisible(SLOW);
      await simulated.simulation.fault({ fault: 'boot-node', node });
    },
  },
  {
    name: 'Break a target and heal it',
    run: async (hand, page) => {
      await hand.click(page.getByRole('link', { name: 'Simulated cluster' }));
      const orders = page.getByRole('list', { name: 'Health of the volumes' }).getByRole('link', { name: /^orders/ });
      await expect(orders).toContainText('healthy', SLOW);
      await hand.click(button(page, 'Take down target-2'));
      await expect(page.getByText('1 fault in force')).toBeVisible();
      await hand.click(button(page, 'Mend everything'));
      await expect(orders).toContainText('healthy', SLOW);
    },
  },
  {
    name: 'See how full a class is in a month',
    run: async (hand, page) => {
      await hand.click(goto(page, 'Drive classes'));
      await expect(page.getByRole('row', { name: /^fast/ })).toContainText(/\d [GT]iB, \d+ %/, SLOW);
    },
  },
];

/** Five days of growth, because the cluster is too young to have a history. Returns when the server has read them. */
async function storeHistory({ cluster: { admin, database } }: SimulatedCluster, uri: string): Promise<void> {
  const [fast] = (await admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } })).items;
  if (!fast) throw new Error('the cluster has no class');
  await storeGrowth({ uri, database }, fast, { hours: 120, bytesPerDay: fast.allocatedBytes / 10 });
  await until('the forecast of the class', 120, async () => {
    const { forecast } = await admin.call(endpoints.getDriveClass, { params: { id: fast.id } });
    return forecast.trend ?? undefined;
  });
}

test('tasks of an operator, with clicks', async ({ page, mongo }) => {
  test.setTimeout(900_000);
  const simulated = await startSimulatedCluster(mongo.uri, {
    targets: 6,
    isSimulated: true,
    sizeBytes: 2 * GiB,
    settings: { fastIoFailSeconds: 1, nodeLostAfterSeconds: 5 },
  });
  try {
    await storeHistory(simulated, mongo.uri);
    await login(page, simulated.cluster.server.url, 'admin');
    for (const { name, run } of tasksOf(simulated)) {
      await page.goto(simulated.cluster.server.url);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const hand = new Hand();
      const begun = performance.now();
      await run(hand, page);
      console.log(`| ${name} | ${hand.clicks} | ${hand.fields} | ${((performance.now() - begun) / 1000).toFixed(1)} s |`);
    }
  } finally {
    await simulated.stop();
  }
});
