import { ALERT_SUBJECTS_SHOWN } from '@weft/shared/kinds/alerting/alert';
import { knownSpec, type SettingsSpec } from '@weft/shared/kinds/settings/settings';

/** A stored document, as JavaScript has it. */
export type Recorded = { _id: string } & Record<string, unknown>;
type Fields = Record<string, unknown>;

interface Rule {
  /** The recorded part of a document: no secret, and no field that only connects servers and agents. */
  keep: (document: Recorded) => Recorded;
  /** Dotted paths of fields that change with every report. Alone, they make no version: moments have them as of the object's last version or snapshot. */
  quiet: readonly string[];
  /** Dotted paths of fields that change steadily for a time, such as the progress of a resync: alone, they make a version a minute. */
  restless?: readonly string[];
  /** Field with the time of its end, null before it: an ended object stays in moments for a day. */
  end?: string;
}

const omit = <T extends Fields>(from: T | undefined, ...names: string[]): T =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([name]) => !names.includes(name))) as T;
const pick = (from: Recorded, ...names: string[]): Recorded =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name === '_id' || names.includes(name))) as Recorded;
const whole = (document: Recorded): Recorded => document;

const WRITES = ['revision', 'updatedAt'];

/** A node without the hashes of its credentials. */
const keptNode = ({ credentialHash, ...node }: Recorded): Recorded => {
  const [spec, status] = [node['spec'] as Fields, node['status'] as Fields];
  const internal = ['offered', 'holderQuestion', 'holderAnswer'];
  return {
    ...node,
    spec: omit(spec, 'rotation'),
    status: {
      ...omit(status, ...internal),
      connection: omit(status['connection'] as Fields, 'serverId', 'connectionId', 'address', 'instanceId', 'machineId'),
    },
  } as unknown as Recorded;
};

/** An alert as the API shows it: `about` has the ids of all its objects. */
const keptAlert = ({ key, notified, ...alert }: Recorded): Recorded =>
  ({ ...alert, subjects: (alert['subjects'] as unknown[]).slice(0, ALERT_SUBJECTS_SHOWN) }) as unknown as Recorded;

/** The recorded collections. No other one is part of a moment. */
export const recorded = {
  nodes: { keep: keptNode, quiet: WRITES },
  drives: {
    keep: whole,
    quiet: [
      ...WRITES,
      ...['temperatureCelsius', 'powerOnHours', 'percentageUsed', 'availableSparePercent'].map(
        (field) => `status.inventory.smart.${field}`,
      ),
    ],
  },
  driveClasses: { keep: whole, quiet: WRITES },
  volumes: { keep: whole, quiet: WRITES },
  attachments: { keep: whole, quiet: WRITES },
  // Earlier versions stored secrets in settings that no longer exist.
  settings: { keep: (document) => ({ ...document, spec: knownSpec(document['spec'] as SettingsSpec) }), quiet: WRITES },
  objectStatuses: {
    keep: (document) => omit(document, 'size'),
    quiet: ['version', 'receivedAt', 'status.generation'],
    restless: ['syncProgressRatio', 'syncSpeedBytesPerSecond', 'scrub.checkedBytes'].map((field) => `status.observed.array.${field}`),
  },
  assignments: { keep: (document) => pick(document, 'generation'), quiet: [] },
  jobs: { keep: whole, quiet: [...WRITES, 'version'], end: 'finishedAt' },
  alerts: { keep: keptAlert, quiet: WRITES, restless: ['value'], end: 'resolvedAt' },
  silences: { keep: whole, quiet: WRITES, end: 'endsAt' },
  notes: { keep: whole, quiet: WRITES },
  orphanIgnores: { keep: whole, quiet: WRITES },
} as const satisfies Record<string, Rule>;

export type RecordedName = keyof typeof recorded;
export const recordedNames = Object.keys(recorded) as RecordedName[];
export const isRecorded = (name: string): name is RecordedName => name in recorded;

const ENDED_KEPT_MS = 86_400_000;

/** Whether a document is part of a moment: an ended one is for a day. */
export const isPart = (name: RecordedName, document: Recorded, at: Date): boolean => {
  const { end }: Rule = recorded[name];
  const ended = end === undefined ? null : (document[end] as Date | null);
  return ended === null || at.getTime() - ended.getTime() < ENDED_KEPT_MS;
};

/** The recorded part of a stored document. */
export const kept = (name: RecordedName, document: Recorded): Recorded => recorded[name].keep(document);

function textWithout(document: Recorded, paths: ReadonlySet<string>): string {
  const without = (value: unknown, path: string): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Date || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, each]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return paths.has(at) ? [] : [[key, without(each, at)]];
      }),
    );
  };
  return JSON.stringify(without(document, ''));
}

const pathsOf = new Map<RecordedName, { quiet: ReadonlySet<string>; restless: ReadonlySet<string> | null }>(
  recordedNames.map((name) => {
    const { quiet, restless }: Rule = recorded[name];
    return [name, { quiet: new Set(quiet), restless: restless ? new Set([...quiet, ...restless]) : null }];
  }),
);

/** A document as two texts to compare: without quiet fields, and without restless ones too. */
export function texts(name: RecordedName, document: Recorded): { all: string; calm: string } {
  const paths = pathsOf.get(name);
  const all = textWithout(document, paths?.quiet ?? new Set());
  return { all, calm: paths?.restless ? textWithout(document, paths.restless) : all };
}
