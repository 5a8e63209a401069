import type { QueryClient } from '@tanstack/react-query';
import type { LiveChange } from '@weft/shared/links/console-link';
import type { Job } from '../api/types.js';
import { applyChanges, applyJob, type OldList, refreshLists } from './apply-changes.js';

/** Minimum interval between reads of a visible list, whatever the number of changes. */
export const LIST_REFRESH_MS = 1000;

export interface Clock {
  /** Calls back before the next frame; in a hidden tab, which has no frames, soon. */
  onFrame(callback: () => void): void;
  after(milliseconds: number, callback: () => void): void;
}

/** Collects live messages and applies them once per frame: one pass over the cache for a thousand events. */
export class LiveUpdates {
  private readonly changes = new Map<string, LiveChange>();
  private readonly jobs = new Map<string, Job>();
  private oldLists = new Set<OldList>();
  private framePending = false;
  private listsResting = false;

  constructor(
    private readonly client: QueryClient,
    private readonly clock: Clock,
  ) {}

  changed(changes: readonly LiveChange[]): void {
    for (const change of changes) this.changes.set(`${change.kind} ${change.id}`, change);
    this.requestFrame();
  }

  job(job: Job): void {
    this.jobs.set(job.id, job);
    this.requestFrame();
  }

  resync(): void {
    this.changes.clear();
    void this.client.invalidateQueries();
  }

  private requestFrame(): void {
    if (this.framePending) return;
    this.framePending = true;
    this.clock.onFrame(() => this.frame());
  }

  private frame(): void {
    this.framePending = false;
    for (const job of this.jobs.values()) applyJob(this.client, job);
    this.jobs.clear();
    for (const kind of applyChanges(this.client, [...this.changes.values()])) this.oldLists.add(kind);
    this.changes.clear();
    this.refreshLists();
  }

  private refreshLists(): void {
    if (this.listsResting || this.oldLists.size === 0) return;
    const kinds = this.oldLists;
    this.oldLists = new Set();
    refreshLists(this.client, kinds);
    this.listsResting = true;
    this.clock.after(LIST_REFRESH_MS, () => {
      this.listsResting = false;
      this.refreshLists();
    });
  }
}
