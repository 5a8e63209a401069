#!/usr/bin/env node
// `test.mjs` runs all tests that fit into 30 minutes; `test.mjs <tier> [-t name | --only name] [vitest arguments]` runs one tier.
// `test.mjs lab:all`, `medium:all` and `browser:all` run the rows that `npm test` has no time for; `--only` finds a row of the lab in any of its lists.
// `test.mjs all [--from stage-or-row | --only stage-or-row …]` runs everything, the lab file by file, and records each row in docs/recordings/test-all.md.
// A failed stage does not stop the next one. The last line is always "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { countBrowserTests, countTests, failedFiles, withRerun } from './count-tests.mjs';
import { processorSecondsOfChildren } from './local/processor-time.mjs';
import { root, setup, tiers } from './setup.mjs';
import { labFiles } from './test-lists.mjs';
import { recordedRows, recordPage, wantedStages } from './test-record.mjs';

/** Times on an idle machine of 2 cores without KVM: all that `npm test` runs in 30 minutes. */
const budgetMinutes = { setup: 1, check: 1, build: 1, unit: 2, medium: 7, browser: 8, lab: 10, 'lab:all': 75 };
/** Tiers that run build output: server processes, the agent's bundle. */
const needBuild = ['medium', 'browser', 'lab'];
/** A file of the lab as a separate stage. */
const stageOf = (file) => file.replace(/^e2e\//, '').replace(/\.lab\.test\.ts$/, '');
const labStages = labFiles().map((file) => ({ stage: stageOf(file), file }));
/** Stages that are a part of another tier: the tier, its vitest project and files. */
const rests = {
  'lab:all': { tier: 'lab', project: 'lab-rest' },
  'medium:all': { tier: 'medium', project: 'medium-rest' },
  'browser:all': { tier: 'browser', project: 'browser-all' },
  // Its browser is that of the tier browser, which test:all sets up too.
  grafana: { tier: 'medium', project: 'grafana' },
  'nvmesh-sdk': { tier: 'medium', project: 'nvmesh-sdk' },
  // Its first run in a clone builds Kubernetes from Go modules.
  kubernetes: { tier: 'medium', project: 'kubernetes' },
  ...Object.fromEntries(labStages.map(({ stage, file }) => [stage, { tier: 'lab', project: 'lab*', files: [file] }])),
};

/** Stages that need a program that no set-up can fetch, and the environment that names it. */
const optional = { grafana: 'WEFT_GRAFANA', 'nvmesh-sdk': 'WEFT_NVMESH_SDK' };

function node(args) {
  const { status, signal } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (signal) console.error(`${args[0]} was ended by ${signal}: somebody sent it, or the kernel ran out of memory`);
  return status === 0;
}

/** A stage without tests of its own counts only when it fails. */
const asCount = (passed) => ({ passed: 0, failed: passed ? 0 : 1 });

const isFilter = (argument) => /^(-t|--testNamePattern)/.test(argument);

/** Prints each test with its time: shows how long a list takes, and what a change adds to it. */
function printTimes(report) {
  const tests = report.testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  for (const { status, title, duration } of tests)
    console.log(`${`${((duration ?? 0) / 1000).toFixed(1)} s`.padStart(9)}  ${status}  ${title}`);
}

const vitest = (project, report, args) => [
  ...['node_modules/vitest/vitest.mjs', 'run', '--project', project],
  ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
];

/** Playwright's configuration names the report. */
const playwright = (project, args) => [
  ...['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', `--project=${project}`],
  ...args.map((argument) => argument.replace(/^(-t|--testNamePattern)(?==|$)/, '--grep')),
];

/** Runs once and reads the report. */
function run(report, args) {
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  const succeeded = node(args);
  return { succeeded, results: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined };
}

/**
 * The lab's machines are emulated, and sometimes a guest's kernel crashes in a place that is unrelated to any test. Files that failed in a run with such
 * a crash run once more, and a message says so. A failure without a crash counts, and so does a second failure.
 */
function runLab(report, vitestArgs) {
  const panics = join(root, '.cache/test/lab-panics.log');
  rmSync(panics, { force: true });
  process.env.WEFT_LAB_PANICS = panics;
  const first = run(report, vitestArgs(report, []));
  const files = failedFiles(first.results);
  if (first.succeeded || files.length === 0 || !existsSync(panics)) return first;
  console.log(`\nlab: kernels crashed:\n${readFileSync(panics, 'utf8')}lab: retrying: ${files.join(' ')}\n`);
  const again = report.replace(/\.json$/, '-again.json');
  const second = run(again, vitestArgs(again, files));
  return second.results ? { succeeded: second.succeeded, results: withRerun(first.results, second.results) } : first;
}

function runTier(name, args) {
  const { tier, project, files: own = [] } = rests[name] ?? { tier: name, project: name };
  const filtered = args.some(isFilter);
  const browser = tier === 'browser';
  const report = join(root, `.cache/test/${browser ? 'browser' : name.replaceAll(/[:/]/g, '-')}.json`);
  const { succeeded, results } =
    tier === 'lab'
      ? runLab(report, (path, files) => vitest(filtered ? 'lab*' : project, path, [...args, ...(files.length > 0 ? files : own)]))
      : run(report, browser ? playwright(project, args) : vitest(project, report, args));
  if (tier === 'lab' && results) printTimes(results);
  const { passed, failed, problems } = (browser ? countBrowserTests : countTests)(results, { succeeded, filtered });
  for (const problem of problems) console.error(`${name}: ${problem}`);
  return { passed, failed, problems, tests: browser ? [] : (results?.testResults.flatMap((file) => file.assertionResults) ?? []) };
}

const results = [];

function stage(name, run) {
  console.log(`\n=== ${name}`);
  const started = performance.now();
  const processorSeconds = processorSecondsOfChildren();
  results.push({
    name,
    ...run(),
    seconds: (performance.now() - started) / 1000,
    processorSeconds: processorSecondsOfChildren() - processorSeconds,
  });
}

/** Runs one tier as a stage; a tier whose set-up failed does not run, and fails. */
function tierStage(tier, vitestArgs, notSetUp) {
  stage(tier, () => {
    if (!notSetUp.includes(rests[tier]?.tier ?? tier)) return runTier(tier, vitestArgs);
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

const record = join(root, 'docs/recordings/test-all.md');
const stagesOfAll = [
  'check',
  'unit',
  'medium',
  'medium:all',
  'browser',
  'browser:all',
  'grafana',
  'nvmesh-sdk',
  'kubernetes',
  ...labStages.map(({ stage }) => stage),
];

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';

/** The tested commit, with `+` for uncommitted changes. Changes of the record itself do not count. */
function commitTried() {
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs/recordings') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? '+' : ''}`;
}

const tried = () => ({ commit: commitTried(), date: new Date().toISOString().slice(0, 16).replace('T', ' ') });

/** Each test of the lab is one row; any other stage is one row. */
function rowsOf({ name, passed, failed, seconds, tests = [] }) {
  const when = tried();
  if (rests[name] && tests.length > 0)
    return tests.map(({ title, status, duration }) => ({ row: title, result: status, seconds: (duration ?? 0) / 1000, ...when }));
  const row = name === 'check' ? 'npm run check' : `${passed} passed, ${failed} failed`;
  return [{ row, result: failed > 0 ? 'failed' : 'passed', seconds, ...when }];
}

const readRecord = () => (existsSync(record) ? readFileSync(record, 'utf8') : '');

function recorded(run) {
  run();
  const result = results.at(-1);
  writeFileSync(record, recordPage(readRecord(), stagesOfAll, result.name, rowsOf(result)));
}

/** Says that an optional stage did not run. The record keeps what the last run found, if there was one. */
function notRun(name) {
  const why = `not run, because ${optional[name]} is not set (CONTRIBUTING.md)`;
  console.log(`\n=== ${name}\n${why}`);
  results.push({ name, passed: 0, failed: 0, seconds: 0, processorSeconds: 0, problems: [why] });
  const page = readRecord();
  if (recordedRows(page).some(({ stage }) => stage === name)) return;
  writeFileSync(record, recordPage(page, stagesOfAll, name, [{ row: why, result: 'not run', seconds: 0, ...tried() }]));
}

/** Stages that the arguments name; an unknown name ends the program and prints the list. */
function stagesOf(args) {
  const sources = labStages.map(({ stage, file }) => ({ stage, source: readFileSync(join(root, file), 'utf8') }));
  // Some files compose test names at run time: find those among the recorded rows.
  const rows = recordedRows(readRecord()).map(({ stage, row }) => ({ stage, source: row }));
  try {
    return wantedStages(args, stagesOfAll, [...sources, ...rows]);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

function all(args) {
  const stages = stagesOf(args);
  const notSetUp = setupStage(tiers);
  if (notSetUp.includes('unit')) return;
  stage('build', () => asCount(node(['scripts/build.mjs'])));
  const run = (name) => (name === 'check' ? stage('check', () => asCount(node(['scripts/check.mjs']))) : tierStage(name, [], notSetUp));
  // A named stage runs and fails, with the name of the missing program.
  const mayBeLeftOut = (name) => optional[name] && !process.env[optional[name]] && args[0] !== '--only';
  for (const name of stages) {
    if (mayBeLeftOut(name)) notRun(name);
    else recorded(() => run(name));
  }
}

function oneTier(name, vitestArgs) {
  const tier = rests[name]?.tier ?? name;
  const notSetUp = setupStage([tier]);
  if (needBuild.includes(tier) && notSetUp.length === 0) stage('build', () => asCount(node(['scripts/build.mjs'])));
  tierStage(name, vitestArgs, notSetUp);
}

function summary() {
  console.log('');
  for (const { name, passed, failed, seconds, processorSeconds } of results) {
    const budget = budgetMinutes[name];
    const over = seconds > budget * 60 ? ', over budget' : '';
    const time = `${Math.floor(seconds / 60)} min ${(seconds % 60).toFixed(1).padStart(4)} s`;
    const of = budget === undefined ? '' : ` of ${String(budget).padStart(2)} min`;
    const cores = `${(processorSeconds / Math.max(seconds, 0.001)).toFixed(2)} cores`;
    console.log(`${name.padEnd(8)} ${time.padStart(14)}${of}   ${cores}   ${passed} passed, ${failed} failed${over}`);
  }
  // Repeat the problems here for a reader who has only the end of the output.
  for (const { name, problems = [] } of results) for (const problem of problems) console.log(`\n${name}: ${problem}`);
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const failed = sum('failed');
  console.log(`\n${sum('passed')} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** `--only NAME` takes a literal name; vitest needs a pattern. */
function namePatterns(args) {
  return args.flatMap((argument, index) => {
    if (argument.startsWith('--only=')) return namePatterns(['--only', argument.slice('--only='.length)]);
    if (argument === '--only') return [`--testNamePattern=${(args[index + 1] ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`];
    return args[index - 1] === '--only' ? [] : [argument];
  });
}

const [tier, ...rest] = process.argv.slice(2);
const known = [...tiers, ...Object.keys(rests)];
if (tier !== undefined && tier !== 'all' && !known.includes(tier)) {
  console.error(`unknown tier "${tier}"; known tiers: ${[...known, 'all'].join(', ')}`);
  process.exit(2);
}
if (tier === undefined) everything();
else if (tier === 'all') all(rest);
else oneTier(tier, namePatterns(rest));
summary();
