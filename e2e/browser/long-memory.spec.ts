import { freePort } from '@weft/test-support/free-ports';
import { expectNoViolation } from './support/axe.js';
import { scrollToCharts } from './support/charts.js';
import { Cluster } from './support/cluster.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

const DAY_MS = 86_400_000;

/** Its servers have a long memory at an address where nothing listens. */
let cluster: Cluster;
let page60DaysAgo: string;
test.beforeAll(async ({ mongo }) => {
  test.setTimeout(180_000);
  cluster = await Cluster.start(mongo.uri, { WEFT_LONG_MEMORY_QUERY_URL: `http://127.0.0.1:${await freePort()}` });
  const { nodeId } = await cluster.node('t1');
  const from = Date.now() - 60 * DAY_MS;
  page60DaysAgo = `${cluster.server.url}/nodes/${nodeId}?from=${from}&to=${from + 3_600_000}`;
});
test.afterAll(() => cluster?.stop());

test('names the reason when the long memory does not answer, and draws the rest @all', async ({ page }) => {
  await login(page, page60DaysAgo, 'vera');
  await scrollToCharts(page);
  const note = page.getByText(/^Values before .+ are missing: the long memory of statistics did not answer: .*ECONNREFUSED/);
  await expect(note.first()).toBeVisible();
  await expect(page.getByRole('figure').first()).toBeVisible();
  await expectNoViolation(page, 'node-long-memory');
});

test('says which values are from the long memory @all', async ({ page }) => {
  await page.route('**/api/v1/stats/query?*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, longMemory: { ...answer.longMemory, problem: null } } });
  });
  await login(page, page60DaysAgo, 'vera');
  await scrollToCharts(page);
  await expect(page.getByText(/^Values before .+ are from the long memory\.$/).first()).toBeVisible();
});
