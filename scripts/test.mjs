#!/usr/bin/env node
// `test.mjs` runs every stage; `test.mjs <tier> [-t name | --only name] [vitest arguments]` one tier.
// Each stage goes on after one that failed. The last line is always "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countBrowserTests, countTests } from './count-tests.mjs';
import { root, setup, tiers } from './setup.mjs';

const budgetMinutes = { setup: 4, check: 2, build: 1, unit: 1, medium: 4, browser: 5, lab: 16 };
/** Tiers that run what was built: server processes, the agent's bundle. */
const needBuild = ['medium', 'browser', 'lab'];

const node = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

/** A stage without tests of its own counts only when it fails. */
const asCount = (passed) => ({ passed: 0, failed: passed ? 0 : 1 });

const vitest = (tier, report, args) => [
  ...['node_modules/vitest/vitest.mjs', 'run', '--project', tier],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
];

/** Its configuration names the report. */
const playwright = (args) => [
  ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--project', 'browser'],
  ...args.map((argument) => argument.replace(/^(-t|--testNamePattern)(?==|$)/, '--grep')),
];

function runTier(tier, args) {
  const report = join(root, `.cache/test/${tier}.json`);
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const succeeded = node(tier === 'browser' ? playwright(args) : vitest(tier, report, args));
  const filtered = args.some((argument) => /^(-t|--testNamePattern)/.test(argument));
  const count = tier === 'browser' ? countBrowserTests : countTests;
  const { passed, failed, problems } = count(existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined, {
    succeeded,
    filtered,
  });
  for (const problem of problems) console.error(`${tier}: ${problem}`);
  return { passed, failed };
}

const results = [];

function stage(name, run) {
  console.log(`\n=== ${name}`);
  const started = performance.now();
  results.push({ name, ...run(), seconds: (performance.now() - started) / 1000 });
}

/** One tier as a stage; a tier whose set-up failed is not run, and fails. */
function tierStage(tier, vitestArgs, notSetUp) {
  stage(tier, () => {
    if (!notSetUp.includes(tier)) return runTier(tier, vitestArgs);
    console.error(`${tier}: not run, because its set-up failed; see above for what to install.`);
    return asCount(false);
  });
}

function setupStage(wanted) {
  let failed = [];
  stage('setup', () => {
    failed = setup(wanted);
    return { passed: 0, failed: failed.length };
  });
  return failed;
}

function everything() {
  const notSetUp = setupStage(tiers);
  // Without Node or its packages nothing else can start.
  if (notSetUp.includes('unit')) return;
  stage('check', () => asCount(node(['scripts/check.mjs'])));
  stage('build', () => asCount(node(['scripts/build.mjs'])));
  for (const tier of tiers) tierStage(tier, [], notSetUp);
}

function oneTier(tier, vitestArgs) {
  const notSetUp = setupStage([tier]);
  if (needBuild.includes(tier) && notSetUp.length === 0) stage('build', () => asCount(node(['scripts/build.mjs'])));
  tierStage(tier, vitestArgs, notSetUp);
}

function summary() {
  console.log('');
  for (const { name, passed, failed, seconds } of results) {
    const budget = budgetMinutes[name];
    const over = seconds > budget * 60 ? ', over budget' : '';
    const time = `${Math.floor(seconds / 60)} min ${(seconds % 60).toFixed(1).padStart(4)} s`;
    console.log(`${name.padEnd(8)} ${time.padStart(14)} of ${String(budget).padStart(2)} min   ${passed} passed, ${failed} failed${over}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

const [tier, ...rest] = process.argv.slice(2);
if (tier !== undefined && !tiers.includes(tier)) {
  console.error(`unknown tier "${tier}"; there are ${tiers.join(', ')}`);
  process.exit(2);
}
if (tier === undefined) everything();
else {
  oneTier(
    tier,
    rest.map((argument) => argument.replace(/^--only(?==|$)/, '--testNamePattern')),
  );
}
summary();
