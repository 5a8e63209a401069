import type { PoolMode } from '@weft/shared/thin/thin-words';
import type { DmPool, DmThin } from '../../dm-thin.js';
import type { Operation, PoolTable, ThinTable } from '../../operations.js';
import type { Action } from '../run/action.js';
import { below } from '../run/paths.js';
import { createMapping, DM_SECONDS, replaceTable, SECTOR } from './mapping-actions.js';

export type ThinOperation = Extract<
  Operation,
  {
    op:
      | 'create-pool'
      | 'resize-pool'
      | 'create-thin'
      | 'delete-thin'
      | 'create-thin-device'
      | 'resize-thin-device'
      | 'hold-io'
      | 'release-io'
      | 'resume-mapping';
  }
>;

/** start length thin-pool metadata data block low-water features (Documentation/admin-guide/device-mapper/thin-provisioning.rst). */
export const poolTable = ({ lengthBytes, metadata, data, blockBytes }: PoolTable): string =>
  `0 ${lengthBytes / SECTOR} thin-pool ${metadata} ${data} ${blockBytes / SECTOR} 0 1 error_if_no_space`;
export const thinTable = ({ lengthBytes, pool, thinId }: ThinTable): string =>
  `0 ${lengthBytes / SECTOR} thin ${below('/dev/mapper', pool)} ${thinId}`;

/** One file for each hold: the process outside of the agent resumes only while the file is there. */
const holdFile = (name: string): string => below('/run/weft', 'holds', name);
const HOLDS = below('/run/weft', 'holds');
/** Longest suspension of an origin's thin device: I/O in flight, and one message. */
const SNAPSHOT_SECONDS = 10;
const SPARE_MS = 500;

export function thinActions(operation: ThinOperation, udev: boolean): Action[] {
  const sync = udev ? [] : ['--noudevsync'];
  switch (operation.op) {
    case 'create-pool':
      return createMapping({ ...operation, readOnly: false }, poolTable(operation), sync);
    case 'resize-pool':
      return resizePool(operation, sync);
    case 'create-thin':
      return createThin(operation);
    case 'delete-thin': {
      const argv = ['dmsetup', 'message', operation.pool, '0', `delete ${operation.thinId}`];
      return [{ do: 'exec', argv, seconds: DM_SECONDS, meanings: [{ text: 'No data available', code: null }] }];
    }
    case 'create-thin-device':
      // A table with an id that the pool does not have is refused with ENODATA (dm_pool_open_thin_device in drivers/md/dm-thin-metadata.c).
      return createMapping({ ...operation, readOnly: false }, thinTable(operation), sync).map((action) =>
        action.do === 'exec' ? { ...action, meanings: [{ text: 'No data available', code: 'thin-unknown' }] } : action,
      );
    case 'resize-thin-device': {
      const table = thinTable(operation);
      const { name, uuid } = operation;
      return [
        { do: 'check', fact: { fact: 'mapping-extends', name, uuid, table } },
        ...replaceTable({ ...operation, readOnly: false }, table, sync),
      ];
    }
    case 'hold-io':
      return hold(operation);
    case 'release-io':
      return [
        ...operation.mappings.map(
          (name): Action => ({ do: 'check', fact: { fact: 'mapping-suspended', name, suspended: true }, code: 'freeze-interrupted' }),
        ),
        { ...resume(operation.mappings), holds: { id: operation.id, is: 'end' } },
        { do: 'unlink', path: holdFile(operation.id) },
      ];
    case 'resume-mapping':
      return [resume([operation.name]), { do: 'check', fact: { fact: 'mapping-suspended', name: operation.name, suspended: false } }];
  }
}

/** Without waiting for udev: its rules may read what is suspended. */
const resume = (names: readonly string[]) => ({
  do: 'exec' as const,
  argv: ['dmsetup', 'resume', '--noudevsync', ...names],
  helper: { words: ['resume', ...names], complaint: null },
  seconds: DM_SECONDS,
});

/** A pool reads the sizes of its devices when it is resumed (maybe_resize_metadata_dev in drivers/md/dm-thin.c), also under the same table. */
function resizePool(operation: Extract<Operation, { op: 'resize-pool' }>, sync: string[]): Action[] {
  const { name, uuid } = operation;
  const table = poolTable(operation);
  return [
    { do: 'check', fact: { fact: 'mapping-extends', name, uuid, table } },
    { do: 'exec', argv: ['dmsetup', 'load', name], input: `${table}\n`, seconds: DM_SECONDS },
    { do: 'exec', argv: ['dmsetup', 'resume', ...sync, name], seconds: DM_SECONDS },
    { do: 'check', fact: { fact: 'mapping-table', name, uuid, table } },
  ];
}

/**
 * Resumes mappings after some seconds, unless the file is gone. In a unit of its own, or at least outside of the agent's control group: both outlive an agent
 * that is killed with its group.
 */
const WATCH = 'sleep "$1"; [ -e "$2" ] || exit 0; f=$2; shift 2; for d in "$@"; do dmsetup resume --noudevsync "$d"; done; rm -f "$f"';
const START_WATCH = [
  `[ -d ${HOLDS} ] || mkdir -p ${HOLDS} || exit 1; echo "$*" > "$2" || exit 1;`,
  'if [ -d /run/systemd/system ]; then',
  'systemd-run --quiet --collect --description="Weft: bound of a hold" sh -c "$0" weft-hold "$@" || exit 1;',
  'else',
  // Not in a subshell: 0 is the process that writes.
  '{ echo 0 > /sys/fs/cgroup/cgroup.procs; } 2>/dev/null;',
  'setsid sh -c "$0" weft-hold "$@" </dev/null >/dev/null 2>&1 &',
  'fi',
].join(' ');

interface Watched {
  path: string;
  boundMs: number;
  /** What is resumed when the time is over. */
  mappings: readonly string[];
}

/** The process that ends the hold. Together with what follows, within its time: nothing is suspended after that. */
const startWatch = ({ path, boundMs, mappings }: Watched): Action => {
  const seconds = String(Math.ceil((boundMs + SPARE_MS) / 1000));
  return {
    do: 'exec',
    argv: ['sh', '-c', START_WATCH, WATCH, seconds, path, ...mappings],
    // A fork is there sooner than three programs: volumes are held meanwhile.
    helper: { words: ['watch', path, seconds, ...mappings], complaint: null },
    seconds: watchSeconds(boundMs),
  };
};
const watchSeconds = (boundMs: number): number => Math.min(3, boundMs / 3000);
const underWatchSeconds = (boundMs: number): number => boundMs / 1000 - watchSeconds(boundMs);
/** What dmsetup prints before the kernel's error. */
const REFUSED = 'device-mapper: ioctl failed';

/** lockfs and flush: without --nolockfs and --noflush. Killed when its time is over, dm takes the suspension back (dm_suspend in drivers/md/dm.c). */
const hold = ({ id, boundMs, mappings }: Extract<Operation, { op: 'hold-io' }>): Action[] => [
  startWatch({ path: holdFile(id), boundMs, mappings }),
  {
    do: 'exec',
    argv: ['dmsetup', 'suspend', '--noudevsync', ...mappings],
    helper: { words: ['suspend', ...mappings], complaint: REFUSED },
    seconds: underWatchSeconds(boundMs),
    holds: { id, is: 'begin' },
  },
  ...mappings.map((name): Action => ({ do: 'check', fact: { fact: 'mapping-suspended', name, suspended: true } })),
];

/** One command: no step of the agent comes between the suspension and its end. An id that exists is ours: each id is used once. */
const snapshotScript = (pool: string, message: string): string =>
  [
    'dmsetup suspend --noudevsync "$1" || exit 1;',
    `e=$(dmsetup message '${pool}' 0 '${message}' 2>&1); r=$?; dmsetup resume --noudevsync "$1" || exit 1;`,
    'case "$r $e" in 0*|*"File exists"*) exit 0;; esac; echo "$e" >&2; exit 1',
  ].join(' ');

function createThin({ pool, thinId, originId, suspends }: Extract<Operation, { op: 'create-thin' }>): Action[] {
  const message = originId === null ? `create_thin ${thinId}` : `create_snap ${thinId} ${originId}`;
  const meanings = [
    { text: 'File exists', code: null },
    { text: 'No data available', code: 'thin-unknown' as const },
  ];
  if (suspends === null) return [{ do: 'exec', argv: ['dmsetup', 'message', pool, '0', message], seconds: DM_SECONDS, meanings }];
  const watched = { path: holdFile(`${pool}.${thinId}`), boundMs: SNAPSHOT_SECONDS * 1000, mappings: [suspends] };
  return [
    startWatch(watched),
    {
      do: 'exec',
      argv: ['sh', '-c', snapshotScript(pool, message), 'weft-snapshot', suspends],
      helper: { words: ['snapshot', suspends, pool, message], complaint: REFUSED },
      seconds: underWatchSeconds(watched.boundMs),
      meanings,
    },
    { do: 'unlink', path: watched.path },
  ];
}

export const POOL_STATUS = ['dmsetup', 'status', '--target', 'thin-pool'] as const;
export const THIN_STATUS = ['dmsetup', 'status', '--target', 'thin'] as const;

const MODE_WORDS: [word: string, mode: PoolMode][] = [
  ['out_of_data_space', 'out-of-data-space'],
  ['ro', 'ro'],
  ['rw', 'rw'],
];

/**
 * `pool: 0 524288 thin-pool 1 12/2048 100/4096 - rw discard_passdown error_if_no_space - 1024`: transaction, metadata and data used/total, held root, mode,
 * discards, what happens when it is full, needs_check, low water of the metadata. `Fail` or `Error`: it has failed.
 */
export const parsePoolStatus = (text: string): DmPool[] =>
  text.split('\n').flatMap((line): DmPool[] => {
    const [, name, rest = ''] = /^(\S+): \d+ \d+ thin-pool (.+)$/.exec(line.trim()) ?? [];
    if (name === undefined) return [];
    const words = rest.trim().split(/\s+/);
    const [metadataUsed, metadataTotal] = fraction(words[1]);
    const [dataUsed, dataTotal] = fraction(words[2]);
    const mode = MODE_WORDS.find(([word]) => words[4] === word)?.[1];
    const numbers = [metadataUsed, metadataTotal, dataUsed, dataTotal];
    if (mode === undefined || !numbers.every(Number.isSafeInteger))
      return [
        { name, mode: 'failed', needsCheck: words.includes('needs_check'), dataUsed: 0, dataTotal: 0, metadataUsed: 0, metadataTotal: 0 },
      ];
    return [{ name, mode, needsCheck: words.includes('needs_check'), dataUsed, dataTotal, metadataUsed, metadataTotal }];
  });

const fraction = (word = ''): [number, number] => {
  const [used = Number.NaN, total = Number.NaN] = word.split('/').map(Number);
  return [used, total];
};

/** `leg: 0 65536 thin 2048 65535`: mapped sectors and the highest one. A device whose pool failed has none. */
export const parseThinStatus = (text: string): DmThin[] =>
  text.split('\n').flatMap((line): DmThin[] => {
    const [, name, sectors] = /^(\S+): \d+ \d+ thin (\d+) /.exec(`${line.trim()} `) ?? [];
    return name === undefined ? [] : [{ name, mappedBytes: Number(sectors) * SECTOR }];
  });
