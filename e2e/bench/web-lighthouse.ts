/** Lighthouse's scores of five pages of the console, on a simulated cluster: the desktop preset, with its simulated throttling. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { freePort } from '@weft/test-support/free-ports';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import lighthouse, { desktopConfig } from 'lighthouse';
import { launchOptions } from '../browser/support/chromium.js';
import { PASSWORD } from '../browser/support/cluster.js';
import { type SimulatedCluster, startSimulatedCluster } from '../browser/support/simulated-cluster.js';
import { failedAudits, type LighthouseResult, type PageScores, scoresOf, shiftedElements, tableOf } from './measure/lighthouse-scores.js';
import type { Measurement } from './measure/result.js';

const AIM = 95;

const pathsOf = ({ volume }: SimulatedCluster): Record<string, string> => ({
  overview: '/',
  volumes: '/volumes',
  volume: `/volumes/${volume}`,
  topology: '/topology',
  'new volume': '/volumes/new',
});

export async function benchLighthouse(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-lighthouse-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  try {
    return await onCluster(mongo, join(directory, 'browser'));
  } finally {
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function onCluster(mongo: MongoReplicaSet, profile: string): Promise<Measurement[]> {
  const simulated = await startSimulatedCluster(mongo.uri, { isSimulated: true });
  try {
    const pages = await scoresInBrowser(simulated, profile);
    console.log(`\n${tableOf(pages)}`);
    return pages.flatMap(measurementsOf);
  } finally {
    await simulated.stop();
  }
}

/** Lighthouse opens its pages in the default context of a browser that it reaches by a port: the session must be there. */
async function scoresInBrowser(simulated: SimulatedCluster, profile: string): Promise<PageScores[]> {
  const { url } = simulated.cluster.server;
  const port = await freePort();
  const args = [...launchOptions.args, `--remote-debugging-port=${port}`];
  const context = await chromium.launchPersistentContext(profile, { ...launchOptions, args });
  try {
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel(/^Name/).fill('admin');
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.close();
    const scores: PageScores[] = [];
    for (const [name, path] of Object.entries(pathsOf(simulated))) scores.push(await scoresOfPage(name, `${url}${path}`, port));
    return scores;
  } finally {
    await context.close();
  }
}

async function scoresOfPage(name: string, url: string, port: number): Promise<PageScores> {
  const flags = {
    ...{ port, logLevel: 'error' as const, output: 'json' as const },
    // Keeps the session. Each page also finds the files that an earlier one loaded only in the HTTP cache, which Lighthouse clears.
    ...{ disableStorageReset: true, disableFullPageScreenshot: true },
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  };
  const result = await lighthouse(url, flags, desktopConfig);
  if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
  const lhr: LighthouseResult = result.lhr;
  if (new URL(lhr.finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`Lighthouse was led from ${url} to ${lhr.finalDisplayedUrl}.`);
  for (const found of [...failedAudits(lhr), ...shiftedElements(lhr)]) console.log(`${name}: ${found}`);
  return scoresOf(name, lhr);
}

function measurementsOf({ page, performance, accessibility, bestPractices, lcpMs, cls, tbtMs }: PageScores): Measurement[] {
  const scores = { performance, accessibility, 'best practices': bestPractices };
  return [
    ...Object.entries(scores).map(
      ([name, value]): Measurement => ({
        ...{ name: `${page}, ${name}`, value, unit: 'score' },
        ...{ aim: `at least ${AIM}`, met: value >= AIM },
      }),
    ),
    { name: `${page}, largest contentful paint`, value: lcpMs, unit: 'ms' },
    { name: `${page}, cumulative layout shift`, value: cls, unit: 'ratio' },
    { name: `${page}, total blocking time`, value: tbtMs, unit: 'ms' },
  ];
}
