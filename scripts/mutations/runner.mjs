import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.mjs';
import { firstRun, judge } from './judge.mjs';

/**
 * A Stryker test runner (stryker-mutator.io/docs/stryker-js/guides/create-a-plugin): runs all tests of a group in this process, loaded once. Stryker makes
 * the mutants, requests one run after another, ends this process when a mutant hangs, and reports.
 */
class InProcessRunner {
  #outdir;
  #files;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // A late error of a mutant belongs to no test any more.
    process.on('unhandledRejection', () => undefined);
    process.on('uncaughtException', () => undefined);
    this.#outdir = mkdtempSync(join(process.cwd(), 'bundles-'));
  }

  /** Also runs in a process that Stryker restarted after a mutant ended or hung the previous one. */
  async #load() {
    const files = JSON.parse(process.env.WEFT_MUTATION_TESTS);
    return firstRun(await bundle({ root: process.cwd(), files, outdir: this.#outdir }));
  }

  async dryRun() {
    this.#files = await this.#load();
    const all = this.#files.flatMap((file) => file.tests);
    return {
      status: 'complete',
      tests: all.map(({ id, name, error, cpuMs }) => ({
        ...{ id, name, timeSpentMs: cpuMs, status: error === null ? 0 : 1 },
        ...(error === null ? {} : { failureMessage: String(error.message) }),
      })),
      mutantCoverage: {
        static: Object.assign({}, ...this.#files.map(({ loaded }) => loaded)),
        perTest: Object.fromEntries(all.map(({ id, hits }) => [id, hits])),
      },
    };
  }

  async mutantRun({ activeMutant }) {
    this.#files ??= await this.#load();
    const { status, by, tests, reason } = await judge(activeMutant.id, this.#files);
    if (status === 'NoCoverage') return { status: 'error', errorMessage: 'no test executes it, though one did in the first run' };
    if (status === 'Timeout') return { status: 'timeout', reason };
    if (status === 'Killed') return { status: 'killed', killedBy: [by], failureMessage: reason, nrOfTests: tests };
    return { status: 'survived', nrOfTests: tests };
  }

  async dispose() {
    rmSync(this.#outdir, { recursive: true, force: true });
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
