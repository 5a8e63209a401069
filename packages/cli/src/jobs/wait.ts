import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '@weft/shared/kinds/job';
import { retryDelayMs } from '@weft/shared/load/retry';
import { JOB_READ_MS, retries } from '../client/retries.js';
import { Failure } from '../core/failure.js';
import type { Run } from '../run/run.js';
import { parseSeconds } from '../text/durations.js';
import { safeLine } from '../text/safe.js';

/** A job is read so often: often at first, because most jobs end within a second. */
const FIRST_MS = 150;
const LONGEST_MS = 2000;

export const continueWith = (id: string): string => `weft job wait ${id}`;

/** One line for each step: its state, name, node, and why it waits. */
export function stepLines({ steps }: Job): string[] {
  return steps.map(({ name, node, state, reason }) => {
    const where = node ? ` (${node})` : '';
    const why = reason && state !== 'done' ? `: ${reason.message}` : '';
    return safeLine(`${state.padEnd(8)} ${name}${where}${why}`);
  });
}

/** What blocks a waiting job, and what ends that. */
export const waitLines = ({ waitingFor }: Job): string[] =>
  waitingFor.map(({ node, message, unblockedBy }) => safeLine(`waits${node ? ` for ${node}` : ''}: ${message} ${unblockedBy}`));

/** Lines of a log: what a job did, then that it has ended. */
const inOrder = ([title = '', ...steps]: string[], state: Job['state']): string[] =>
  state === 'done' || state === 'failed' ? [...steps, title] : [title, ...steps];

/** Shows progress: in place on a terminal, a line for each change otherwise. */
export class Progress {
  private shownLines = 0;
  private last: string[] = [];

  constructor(private readonly run: Run) {}

  show(job: Job): void {
    if (this.run.has('quiet')) return;
    const { err } = this.run.terminal;
    const lines = [
      `${job.kind} ${safeLine(job.subject.name)}: ${job.state}`,
      ...stepLines(job).map((line) => `  ${line}`),
      ...waitLines(job).map((line) => `  ${line}`),
    ];
    if (err.isTTY) {
      const width = err.columns ?? 80;
      err.write(
        `${this.shownLines > 0 ? `\u001b[${this.shownLines}A` : ''}${lines.map((line) => `\u001b[2K${[...line].slice(0, width - 1).join('')}\n`).join('')}\u001b[J`,
      );
      this.shownLines = lines.length;
    } else {
      // A log reads from cause to effect: the job is done after its last step.
      for (const line of inOrder(lines, job.state).filter((each) => !this.last.includes(each))) err.write(`${line.trim()}\n`);
    }
    this.last = lines;
  }
}

/**
 * Waits until a job has ended.
 * @returns the job, which is done @throws Failure when it failed, `--timeout` has passed, or Ctrl-C; the job continues in the last two cases
 */
export async function waitForJob(run: Run, id: string, unansweredMs = JOB_READ_MS): Promise<Job> {
  const limit = run.option('timeout');
  const deadline = limit === undefined ? Number.POSITIVE_INFINITY : Date.now() + parseSeconds(limit) * 1000;
  const progress = new Progress(run);
  const reader = new JobReader(run, unansweredMs);
  for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * 1.4)) {
    const job = await reader.read(id);
    if (job) progress.show(job);
    if (job?.state === 'done') return job;
    if (job?.state === 'failed') throw failed(job);
    if (Date.now() >= deadline) throw new Failure('timeout', `The job has not ended within ${limit}. It continues.`, continueWith(id));
    try {
      await sleep(Math.max(0, Math.min(pause, deadline - Date.now())), undefined, { signal: run.signal });
    } catch {
      throw new Failure('interrupted', 'Interrupted. The job continues.', continueWith(id));
    }
  }
}

/** Waits for the growth of a volume, if it has one: the answer to the change has no job. */
export async function waitForGrowth(run: Run, volumeId: string): Promise<void> {
  const { items } = await run.client.call('listJobs', { query: { subjectId: volumeId, kind: 'volume.grow' } });
  const job = items.find(({ state }) => state === 'running' || state === 'waiting');
  if (job) await waitForJob(run, job.id);
}

const failed = ({ kind, subject, error }: Job): Failure =>
  new Failure('job', `${kind} of ${subject.name} failed: ${error?.message ?? 'no reason is stored'}`);

/** Reads jobs, and bears a server without an answer for a while. */
class JobReader {
  private failures = 0;
  private since = 0;

  constructor(
    private readonly run: Run,
    private readonly unansweredMs: number,
  ) {}

  /** @returns undefined when there was no answer */
  async read(id: string): Promise<Job | undefined> {
    try {
      const job = await this.run.client.call('getJob', { params: { id } });
      this.failures = 0;
      return job;
    } catch (error) {
      if (this.run.signal.aborted) return undefined;
      if (!(error instanceof Failure) || error.kind !== 'unreachable') throw error;
      this.failures += 1;
      if (this.failures === 1) {
        this.since = Date.now();
        this.run.say(`${error.message} The job continues; trying again for ${this.unansweredMs / 1000} s.`);
      }
      if (Date.now() - this.since > this.unansweredMs)
        throw new Failure('unreachable', `${error.message} The job continues.`, continueWith(id), { cause: error });
      await sleep(retryDelayMs(retries.jobRead, this.failures), undefined, { signal: this.run.signal }).catch(() => undefined);
      return undefined;
    }
  }
}
