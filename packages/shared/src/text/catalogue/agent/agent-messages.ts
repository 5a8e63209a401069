import { benchmarkReasons } from './agent-benchmark-messages.js';
import { attachmentReasons, mirrorLegReasons } from './agent-client-messages.js';
import { drillReasons } from './agent-drill-messages.js';
import { failureReasons, ledgerReasons, linkReasons } from './agent-node-messages.js';
import { orphanReasons } from './agent-orphan-messages.js';
import { scrubReasons } from './agent-scrub-messages.js';
import { driveReasons, exportReasons, legReasons } from './agent-target-messages.js';
import { freezeReasons, poolReasons, thinReasons } from './agent-thin-messages.js';

/*
 * Reasons that agents report: their codes, data and sentences. Not part of `catalogue`, and so not of the console's first load: the console loads it when it
 * shows such a reason (docs/architecture.md, "Messages").
 */

export const agentRooms = {
  Drives: driveReasons,
  'Legs at their target': legReasons,
  'Pools of thin legs': poolReasons,
  'Thin legs': thinReasons,
  'Freezes for a snapshot': freezeReasons,
  Exports: exportReasons,
  Attachments: attachmentReasons,
  'Legs of a mirror at the client': mirrorLegReasons,
  Scrubs: scrubReasons,
  'Orphans to remove': orphanReasons,
  Benchmarks: benchmarkReasons,
  Drills: drillReasons,
  Ledger: ledgerReasons,
  'Link to the server': linkReasons,
  Failures: failureReasons,
};

export const agentCatalogue = {
  ...driveReasons,
  ...legReasons,
  ...poolReasons,
  ...thinReasons,
  ...freezeReasons,
  ...exportReasons,
  ...attachmentReasons,
  ...mirrorLegReasons,
  ...scrubReasons,
  ...orphanReasons,
  ...benchmarkReasons,
  ...drillReasons,
  ...ledgerReasons,
  ...linkReasons,
  ...failureReasons,
};
export type AgentCode = keyof typeof agentCatalogue;
export type AgentParams<C extends AgentCode> = (typeof agentCatalogue)[C]['example'];
/** Codes of failed operations and commands; their data have one shape. */
export type FailureCode = keyof typeof failureReasons;
