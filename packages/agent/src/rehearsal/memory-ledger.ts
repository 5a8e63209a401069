import type { Assignment } from '@weft/shared/messages/assignment';
import type { Held } from '@weft/shared/messages/history';
import { applyFact, type FactChange, type Facts, forgetUnlisted, NO_FACTS } from '../ledger/facts.js';

/** A ledger in memory, for the duration of a rehearsal. */
export class MemoryLedger {
  readonly problems = [];
  readonly assignmentLost = false;
  assignment: Assignment | undefined;
  facts: Facts = NO_FACTS;

  get held(): Held {
    const { historyId, generation, hash } = this.assignment ?? { historyId: null, generation: 0, hash: '' };
    return { historyId, generation, hash };
  }

  accept(assignment: Assignment): void {
    this.assignment = assignment;
    this.facts = forgetUnlisted(this.facts, assignment.content);
  }
  async record(changes: FactChange[]): Promise<null> {
    this.facts = changes.reduce(applyFact, this.facts);
    return null;
  }
}
