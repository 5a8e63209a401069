import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser/support/chromium.js';

const cache = (path: string) => fileURLToPath(new URL(`../.cache/${path}`, import.meta.url));

/** Walks over every page that `npm test` has no time for: `npm run test:all` runs them. */
const ONLY_IN_TEST_ALL = /@all\b/;

/** Tests of the console in a browser, with a built server and a real MongoDB. `screenshots` has no tests: scripts/screenshots.mjs runs it. */
export default defineConfig({
  outputDir: cache('playwright'),
  // Each worker has its own MongoDB and furnished cluster; tests of one file share a worker. Two of them used one core of two: they mostly wait.
  workers: 3,
  forbidOnly: true,
  // Time limits of waits for a state, on a machine that is busy with other work.
  timeout: 180_000,
  expect: {
    timeout: 45_000,
    // Antialiasing differs from machine to machine; a moved or missing part does not pass. Texts are in the packaged fonts.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01, threshold: 0.25, animations: 'disabled', caret: 'hide', scale: 'css' },
  },
  snapshotPathTemplate: '{testDir}/{testFileDir}/{testFileName}-pictures/{arg}{ext}',
  reporter: [['list'], ['json', { outputFile: cache('test/browser.json') }]],
  use: {
    launchOptions,
    viewport: { width: 1440, height: 900 },
    // A trace of every test would cost time in each step; CONTRIBUTING.md says how to record the steps of one.
    screenshot: 'only-on-failure',
    // The console then opens and closes dialogs and menus without transitions.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 45_000,
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
  },
  projects: [
    { name: 'browser', testDir: 'browser', testMatch: '*.spec.ts', grepInvert: ONLY_IN_TEST_ALL },
    { name: 'browser-all', testDir: 'browser', testMatch: '*.spec.ts', grep: ONLY_IN_TEST_ALL },
    { name: 'screenshots', testDir: 'browser/screenshots', testMatch: '*.shots.ts' },
  ],
});
