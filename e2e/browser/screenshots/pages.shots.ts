/** Every page of the console in both themes, with few drives and with many. */
import { test } from '../support/fixtures.js';
import { sixDrives, threeThousandDrives } from './clusters.js';
import { shootForReadme, shootPages } from './pages.js';

test('every page with 6 drives', async ({ page, mongo }) => {
  test.setTimeout(480_000);
  const cluster = await sixDrives(mongo.uri);
  try {
    await shootPages(page, 'drives-6', cluster, '8TiB');
  } finally {
    await cluster.stop();
  }
});

test('pictures of the README', async ({ page, mongo }) => {
  test.setTimeout(1_200_000);
  const cluster = await sixDrives(mongo.uri);
  try {
    await shootForReadme(page, cluster);
  } finally {
    await cluster.stop();
  }
});

test('every page with 3,072 drives', async ({ page, mongo }) => {
  test.setTimeout(600_000);
  const cluster = await threeThousandDrives(mongo.uri);
  try {
    await shootPages(page, 'drives-3072', cluster, '900TiB');
  } finally {
    await cluster.stop();
  }
});
