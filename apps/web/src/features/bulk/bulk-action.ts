import type { Role } from '@weft/shared/kinds/user';
import type { Job, PlanChange } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import type { Noun } from '../../ui/text/nouns.js';

/** What would be done to one object. */
export interface BulkPlan {
  steps: readonly PlanStep[];
  /** Their commands are told when somebody asks for those of this object; absent: no agent runs anything. `of`: which of several. */
  changes?: readonly { change: PlanChange; of?: string }[];
  /** Why it would not be done: it is left out. */
  refusal?: string | null;
}

/** One thing that can be done to many objects: to each of them what its own dialog does, by the same request. */
export interface BulkAction<T> {
  /** Of the button: `Take…`. */
  label: string;
  title(count: number): string;
  apply(count: number): string;
  role: Role;
  nounOf(object: T): Noun;
  /** Why it cannot be done to it in its state, from the table of states. */
  refusal(object: T): string | null;
  /** What plans made one by one do not say of several at once. */
  note?: string;
  /** In words, or by the server's dry run. */
  plan(object: T, choice: string): BulkPlan | Promise<BulkPlan>;
  /** @returns the jobs that show it; none: it is done */
  run(object: T, choice: string): Promise<readonly Job[]>;
  /** For what cannot be undone: has to be typed. */
  typed?(count: number): string;
  /** The same for all of them. */
  choice?: { label: string; values: readonly { value: string; label: string }[]; initial: string };
}
