import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { MongoReplicaSet } from '@weft/test-support/mongo';
import { FederationProcess } from '../../support/zones/federation-process.js';
import { Cluster } from './cluster.js';
import { expect } from './fixtures.js';

export interface Federated {
  federation: FederationProcess;
  ams: Cluster;
  fra: Cluster;
}

async function federatedOn(mongo: MongoReplicaSet, folder: string): Promise<Federated> {
  const [ams, fra] = [await Cluster.start(mongo.uri), await Cluster.start(mongo.uri)];
  const drives = (name: string) => [{ serial: `${name}-d1`, sizeBytes: 2.4e12 }];
  await ams.node('target-ams', drives('ams'), { zone: 'hall-1', rack: 'r7' });
  await fra.node('target-fra', drives('fra'), { zone: 'hall-2', rack: 'r9' });
  const zones = await Promise.all(
    Object.entries({ ams, fra }).map(async ([name, { admin, server }]) => {
      const { token } = await admin.call(endpoints.createApiToken, { body: { name: 'zones', role: 'viewer', expiresInDays: 1 } });
      return { name, url: server.url, token };
    }),
  );
  // Long limits: only the killed zone is to be missed, on a busy machine too. Its address refuses connections at once.
  const federation = await FederationProcess.start(folder, zones, { pollSeconds: 1, requestSeconds: 20, searchMilliseconds: 10_000 });
  return { federation, ams, fra };
}

/** A fixture of Playwright: two real clusters, and a federation of them. */
export async function federated({ mongo }: { mongo: MongoReplicaSet }, use: (value: Federated) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-browser-zones-'));
  const started = await federatedOn(mongo, folder);
  await use(started);
  await started.federation.stop();
  await Promise.all([started.ams.stop(), started.fra.stop()]);
  await rm(folder, { recursive: true, force: true });
}

/** Opens the console of a federation with the token of its reader. */
export async function logIn(page: Page, { url, token }: FederationProcess): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Show zones' }).click();
  await expect(page.getByRole('heading', { name: 'Zones', level: 1 })).toBeVisible();
}
