import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { Stored } from '../core/mongo/stored.js';
import type { CheckCounts, FoundFinding } from '../domain/preflight/findings.js';

/** Collection `preflightRuns`. */
export interface PreflightRunDocument extends Stored {
  state: 'collecting' | 'done';
  /** Name of the user. Null: the daily run. */
  requestedBy: string | null;
  /** Nodes that have not answered by then count as not answered. */
  endsBy: Date;
  finishedAt: Date | null;
  asked: number;
  answered: number;
  probes: { sent: number; ofPairs: number };
  checks: CheckCounts[];
  newFindings: number;
  omittedFindings: number;
}

/** Collection `preflightAnswers`: of the newest run, one for each node asked; `_id` is the node's id. */
export interface PreflightAnswerDocument extends Stored {
  runId: string;
  probes: Probe[];
  /** Null: not answered yet. */
  answer: { facts: HostFacts; outcomes: ProbeOutcome[] } | null;
}

/** Collection `preflightFindings`: of the latest finished run. */
export interface PreflightFindingDocument extends FoundFinding {
  runId: string;
}

/** Collection `preflightAcceptances`; `_id` is the finding's. */
export interface PreflightAcceptanceDocument extends Stored {
  reason: string;
  /** Name of the user. */
  author: string;
}
