/** What the bench and the process of its agents say to each other, as JSON over Node's channel. */
import type { SeededSize } from '../clusters/seeded-cluster.js';
import type { InsertedNode } from './inserted-nodes.js';

/** The objects of the samples of one node. */
export interface SampledObjects {
  nodeId: string;
  legs: { legId: string; volumeId: string; driveSerial: string }[];
  attachments: { attachmentId: string; volumeId: string }[];
}

export interface AgentsState {
  connected: number;
  /** Connections that ended since the start, by reason. */
  losses: Record<string, number>;
  /** The longest interval that a server asks of one of them. */
  samplingSeconds: number;
  /** Assignments that arrived since the start. */
  assignments: number;
  /** When the newest assignment of each node arrived, in milliseconds of this machine's clock. */
  arrivedAt: Record<string, number>;
  /** Samples that the servers took, and refused. */
  samples: { taken: number; refused: number };
}

export interface AgentOrders {
  /** The agents of these nodes connect. Gives their boot ids, in the same order. */
  connect: { takes: { url: string; sizes: SeededSize; nodes: InsertedNode[] }; gives: string[] };
  objects: { takes: { objects: SampledObjects[] }; gives: null };
  /** Each agent samples every so many seconds; null: none does. */
  sample: { takes: { everySeconds: number | null }; gives: null };
  state: { takes: Record<never, never>; gives: AgentsState };
  /** Every agent connects to one of these servers, in turn. */
  move: { takes: { urls: string[] }; gives: null };
  close: { takes: Record<never, never>; gives: null };
}
export type AgentOrder = keyof AgentOrders;

export interface Asked {
  number: number;
  order: AgentOrder;
  takes: unknown;
}
export interface Answered {
  number: number;
  gives?: unknown;
  error?: string;
}
