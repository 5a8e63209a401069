import type { Lease } from '../core/leases/leases.js';
import type { CollectionName, WatchedCollection } from '../core/mongo/collections.js';

/** A reconciler's inputs and outputs. `npm run docs -w @weft/server` generates the table in docs/architecture.md from them. */
interface Declared {
  does: string;
  /** The collections whose changes wake the reconciler, and the subjects it then checks. */
  inputs: Partial<Record<WatchedCollection, string>>;
  outputs: readonly CollectionName[];
}

export const reconcilers = {
  // First: a client's I/O is held meanwhile.
  snapshots: {
    does: 'takes snapshots that are being taken one step on',
    inputs: {
      snapshotSets: 'itself',
      objectStatuses: 'those with the leg or attachment',
      attachments: 'those with it',
    },
    outputs: ['snapshotSets', 'volumes', 'drives', 'assignments', 'objectStatuses'],
  },
  volume: {
    does: 'takes a volume with its legs and attachments one step on; starts repairs',
    inputs: {
      volumes: 'itself',
      attachments: 'its volume',
      objectStatuses: 'the volume of the leg, export or attachment, but no snapshot that is being taken',
      nodes: 'volumes with legs, exports or attachments there; none for an assignment on its way',
      drives: 'volumes with legs there, while the drive is cordoned or evicted; volumes with caches, for a cache drive of their targets',
    },
    outputs: ['volumes', 'attachments', 'drives', 'assignments', 'objectStatuses', 'jobs'],
  },
  drive: {
    does: 'takes a drive with an order one step on',
    inputs: { drives: 'itself', objectStatuses: 'the drive', nodes: 'drives there that have an order' },
    outputs: ['drives', 'assignments', 'jobs'],
  },
  evictions: {
    does: 'shows how far evictions and drains are; ends them when no leg is left',
    inputs: { volumes: 'all evictions', drives: 'all evictions', nodes: 'all evictions' },
    outputs: ['nodes', 'drives', 'jobs'],
  },
  maintenance: {
    does: 'ends maintenance whose time is over',
    inputs: { nodes: 'all maintenance' },
    outputs: ['nodes'],
  },
  authentication: {
    does: 'takes rotations of authentication keys one step on; starts those that are due',
    inputs: { authenticationPairs: 'all rotations', objectStatuses: 'all rotations, while one runs', settings: 'all rotations' },
    outputs: ['authenticationPairs', 'assignments'],
  },
  assignments: {
    does: 'computes every assignment again',
    inputs: { settings: 'all nodes' },
    outputs: ['assignments'],
  },
} as const satisfies Record<string, Declared>;

export type ReconcilerName = keyof typeof reconcilers;
export const reconcilerNames = Object.keys(reconcilers) as ReconcilerName[];

/** For exactly the declared inputs: the ids of the subjects to check after a change of the document `id`. */
export type SubjectsOf = {
  [Name in ReconcilerName]: { [Input in keyof (typeof reconcilers)[Name]['inputs']]: (id: string) => Promise<string[]> };
};

export interface Looked {
  /** Time of the next check, even without a new report. */
  again?: Date | null;
  /** Volumes to check although they have not changed. */
  volumes?: string[];
}
export type Reconcile = { [Name in ReconcilerName]: (subjectId: string, lease: Lease) => Promise<Looked> };

export const reconcilersTable = (): string =>
  [
    '| reconciler | what it does | inputs, and the subjects of a change there | outputs |',
    '|---|---|---|---|',
    ...Object.entries<Declared>(reconcilers).map(([name, { does, inputs, outputs }]) => {
      const woken = Object.entries(inputs).map(([collection, subjects]) => `\`${collection}\`: ${subjects}`);
      return `| ${name} | ${does} | ${woken.join('; ')} | ${outputs.map((each) => `\`${each}\``).join(', ')} |`;
    }),
  ].join('\n');
