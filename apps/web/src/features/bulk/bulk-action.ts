import type { Permission } from '@weft/shared/kinds/access/permissions';
import type { Job, PlanChange } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import type { Noun } from '../../ui/text/nouns.js';
import type { Sentence } from '../../ui/text/sentence.js';

/** Plan for one object. */
export interface BulkPlan {
  steps: readonly PlanStep[];
  /** Changes whose commands are fetched when the user opens those of this object. Absent: no agent runs a command. `of`: which of several. */
  changes?: readonly { change: PlanChange; of?: string }[];
  /** Why the action would skip this object. */
  refusal?: Sentence | null;
}

/** An action on many objects: it sends the same request for each as the object's own dialog. */
export interface BulkAction<T> {
  /** Label of the button: `Take…`. */
  label: string;
  title(count: number): string;
  apply(count: number): string;
  permission: Permission;
  nounOf(object: T): Noun;
  /** Why the state of the object does not allow the action, from the table of states. */
  refusal(object: T): string | null;
  /** A note about several objects at once, which plans for single objects cannot contain. */
  note?: string;
  /** As text, or from the server's dry run. */
  plan(object: T, choice: string): BulkPlan | Promise<BulkPlan>;
  /** @returns the jobs that show the progress; empty: the action is finished. */
  run(object: T, choice: string): Promise<readonly Job[]>;
  /** For irreversible actions: text that the user must type. */
  typed?(count: number): string;
  /** One choice for all objects. */
  choice?: { label: string; values: readonly { value: string; label: string }[]; initial: string };
}
