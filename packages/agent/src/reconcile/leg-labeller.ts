import { legIdOfLv } from '@weft/shared/identity';
import { isLabelTag } from '@weft/shared/labels/leg-label';
import { execute } from '../execute/execute.js';
import type { Host, SlowState } from '../host/host.js';
import { identified, NOTHING_SEEN } from '../host/identity.js';
import type { Operation } from '../host/operations.js';
import type { Locks } from '../ledger/locks.js';
import type { Log } from '../log/log.js';
import type { Backoff } from './backoff.js';

/** Tags by leg id. */
export type Labels = ReadonlyMap<string, readonly string[]>;

/** Changes of tags that give each labelled leg exactly its label. Pure. */
export const labelOperations = (labels: Labels, { logicalVolumes }: Pick<SlowState, 'logicalVolumes'>): Operation[] =>
  logicalVolumes.flatMap(({ vg, lv, tags, backed }): Operation[] => {
    const wanted = labels.get(legIdOfLv(lv) ?? '');
    if (!wanted || !backed) return [];
    const add = wanted.filter((tag) => !tags.includes(tag));
    const remove = tags.filter((tag) => isLabelTag(tag) && !wanted.includes(tag));
    return add.length + remove.length === 0 ? [] : [{ op: 'label-logical-volume', vg, lv, add, remove }];
  });

interface LabellerSettings {
  host: Pick<Host, 'perform'>;
  labels?: () => Labels;
  log: Log;
  backoff: Backoff;
  locks: Locks;
}

/** Writes the labels of legs while the agent has nothing else to do: they are information, and no state waits for them. */
export class LegLabeller {
  constructor(private readonly settings: LabellerSettings) {}

  /** @param slow null: the host has not been read. @returns whether a label was written or could not be. */
  async act(slow: SlowState | null, signal: AbortSignal): Promise<boolean> {
    const { host, labels, log, backoff, locks } = this.settings;
    let acted = false;
    for (const operation of slow && labels ? labelOperations(labels(), slow) : []) {
      const key = `label ${JSON.stringify(operation)}`;
      if (signal.aborted || backoff.isHeld(key)) continue;
      acted = true;
      const steps = [{ operation, mayFail: false }];
      const { failure } = await execute({ steps }, (each, abort) => host.perform(identified(each, NOTHING_SEEN), abort), locks, signal);
      if (failure) {
        backoff.failed(key, failure);
        log('warn', `a leg was not labelled: ${failure.message}`, { operation, exitCode: failure.exitCode, stderr: failure.stderr });
      } else backoff.clear(key);
    }
    return acted;
  }
}
