import type { DeploymentStepState, DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import type { DeploymentDocument as Document } from '@weft/shared/kinds/deployments/document';
import type { DeploymentGoal, DeploymentState } from '@weft/shared/kinds/deployments/states';
import type { JobReason } from '@weft/shared/kinds/job';
import type { Stored } from '../../core/mongo/stored.js';

export interface DeploymentStepDocument {
  work: DeploymentWork;
  state: DeploymentStepState;
  /**
   * What was not there when the step began, so that the step makes it: names of networks, keys of labels, ids of drives, the name of a class, a volume or an
   * attachment. Stored before the step acts: an undo removes nothing else. Null: the step has not begun.
   */
  owns: string[] | null;
  /** Values of the labels in `owns` before the step; null: the node had no such label. */
  before: Record<string, string | null>;
  jobIds: string[];
  error: JobReason | null;
  startedAt: Date | null;
  endedAt: Date | null;
}

/** Collection `deployments`. */
export interface DeploymentDocument extends Stored {
  title: string;
  state: DeploymentState;
  goal: DeploymentGoal;
  document: Document;
  steps: DeploymentStepDocument[];
  requestedBy: string;
  undoneBy: string | null;
  error: JobReason | null;
  finishedAt: Date | null;
  simulated: boolean;
}
