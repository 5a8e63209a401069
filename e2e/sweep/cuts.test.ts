/** Operations are cut before and after each commit of the server, and before and after each operation of each agent (S9). */
import { afterAll, expect, test } from 'vitest';
import { CUT_OPERATIONS } from './cut-operations.js';
import { type Cut, cutsOf, nameOf, runCut } from './cuts.js';

/** `all`: every case. By default every second one. */
const STEP = process.env['WEFT_SWEEP_CUTS'] === 'all' ? 1 : 2;
const LEAST = 300;
let cases = 0;

test.each(CUT_OPERATIONS)(
  'ends "$name" done or undone, with nothing left and the space right, wherever it is cut (S9)',
  async (operation) => {
    const whole = await runCut(operation, null);
    expect(whole.violations).toEqual([]);
    const failed: { cut: string; violations: string[] }[] = [];
    const cuts: Cut[] = cutsOf(whole).filter((_, at) => at % STEP === cases % STEP);
    for (const cut of cuts) {
      const { violations } = await runCut(operation, cut);
      if (violations.length > 0) failed.push({ cut: nameOf(cut), violations });
    }
    cases += cuts.length;
    console.log(`${operation.name}: ${cuts.length} cuts (${whole.commits} commits, ${whole.operations.join(' + ')} operations of agents)`);
    expect(failed).toEqual([]);
  },
);

afterAll(() => {
  console.log(`${cases} operations cut`);
  expect(cases).toBeGreaterThanOrEqual(LEAST);
});
