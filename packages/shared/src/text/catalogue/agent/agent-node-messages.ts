import { type Entry, entry } from '../../entry.js';
import { ids } from '../../examples.js';
import { count, type DataOf, drive, oneOf, seconds, texts, word } from '../../field.js';
import { type Words, words } from '../../words.js';

/* Reasons of an agent about its ledger, its clock, its messages, and about operations that failed. */

const LOST =
  'no leg is made or wiped, no drive erased and no array created on this node until an administrator accepts the loss (docs/operating.md)';
const FRESH = 'nothing is changed on this node until a server has sent a fresh one';
const damaged = `/var/lib/weft-agent/facts.json is damaged (Unexpected end of JSON input)`;

export const ledgerReasons = {
  /** With an object: what the lost facts would have said of it. Without: the problem of the node. */
  'ledger-lost': entry(
    { drive: drive.optional(), lv: word.optional(), lacksTag: word.optional(), array: word.optional() },
    {
      message: ({ drive, lv, lacksTag, array }) => {
        if (!drive && !lv && !array) return words`the facts of this node's ledger were lost; ${LOST}`;
        const unknown = drive
          ? words`whether drive ${drive} was erased on this order already is not known`
          : array
            ? words`whether array ${array} was created, and the volume used, is not known`
            : lacksTag
              ? words`LV ${lv ?? ''} has no tag ${lacksTag}, and whether it had it before, and holds data, is not known`
              : words`whether LV ${lv ?? ''} was there before, and held data, is not known`;
        return words`the facts of this node's ledger were lost: ${unknown}. Nothing was changed; an administrator has to accept the loss on the page of this node`;
      },
      example: {},
    },
  ),
  'ledger-foreign': entry(
    { folder: word, ledgerNodeId: word, ledgerClusterId: word, nodeId: word, clusterId: word, keptAs: texts },
    {
      message: ({ folder, ledgerNodeId, ledgerClusterId, nodeId, clusterId, keptAs }) =>
        words`${folder} held the ledger of node ${ledgerNodeId} of cluster ${ledgerClusterId}, and this is node ${nodeId} of cluster ${clusterId}: it is not obeyed${keptAs.length > 0 ? words` and was kept as ${keptAs}` : ''}; nothing is changed on this node until a server has sent its assignment`,
      example: {
        folder: '/var/lib/weft-agent',
        ledgerNodeId: ids.leg,
        ledgerClusterId: ids.other,
        nodeId: ids.drive,
        clusterId: ids.other,
        keptAs: [],
      },
    },
  ),
  'ledger-unwritable': entry(
    { file: oneOf('facts', 'assignment'), failure: word },
    {
      message: ({ file, failure }) =>
        words`cannot store the ${file} under the state folder (${failure}); free space or repair the file system. What runs goes on, changes wait`,
      example: { file: 'facts', failure: 'ENOSPC: no space left on device' },
    },
  ),
  /** `failure`: the file is damaged. Else: it is missing. */
  'assignment-damaged': entry(
    { folder: word, failure: word.optional() },
    {
      message: ({ folder, failure }) =>
        failure ? words`${failure}; ${FRESH}` : words`the stored assignment is missing under ${folder}; ${FRESH}`,
      example: { folder: '/var/lib/weft-agent' },
    },
  ),
  'facts-damaged': entry({ failure: word }, { message: ({ failure }) => words`${failure}; ${LOST}`, example: { failure: damaged } }),
  /** `doubt`: what the server, or the agent's own comparison, says of the database. */
  'history-unknown': entry(
    { doubt: word },
    {
      message: ({ doubt }) => words`${doubt}`,
      example: {
        doubt:
          "this node follows generation 12, and the server's database has only 9: it was restored from a backup, or is another one. What runs goes on; nothing new is followed until an administrator accepts the database's history for this node (docs/operating.md)",
      },
    },
  ),
};

const WHY_NOT_BY_DIRECTION = {
  'no-btf': 'the kernel has no BTF (/sys/kernel/btf/vmlinux and /sys/kernel/btf/dm_mod)',
  'not-installed': 'bpftrace or setpriv is not installed',
  ended: 'bpftrace ended',
  'no-answer': 'bpftrace did not answer in time',
  full: 'more devices had I/O than bpftrace keeps counts for',
} as const;

export const linkReasons = {
  'clock-off': entry(
    { seconds, direction: oneOf('ahead', 'behind') },
    {
      message: ({ seconds, direction }) =>
        words`its clock is at least ${seconds} s ${direction === 'ahead' ? 'ahead of' : 'behind'} the server's`,
      example: { seconds: 37, direction: 'ahead' },
    },
  ),
  /** `failure`: the last words of bpftrace. */
  'latency-by-direction-unavailable': entry(
    { cause: oneOf('no-btf', 'not-installed', 'ended', 'no-answer', 'full'), failure: word.optional() },
    {
      message: ({ cause, failure }) =>
        words`latency of reads and of writes is not collected separately: ${WHY_NOT_BY_DIRECTION[cause]}${failure ? `: ${failure}` : ''}`,
      example: { cause: 'not-installed', failure: 'setpriv: failed to execute bpftrace: No such file or directory' },
    },
  ),
  /** Encrypted paths of this node cannot connect, or connect again. */
  'tls-daemon-missing': entry(
    { state: oneOf('without-keyring', 'stopped', 'not-installed') },
    {
      message: ({ state }) =>
        words`paths with TLS cannot connect or connect again (those that are connected carry I/O): ${
          {
            'without-keyring':
              'tlshd does not look for keys in the kernel: add "keyrings=.nvme" to the section [authenticate] of /etc/tlshd.conf, then restart it',
            stopped: 'tlshd does not run: start the service tlshd',
            'not-installed': 'tlshd is not installed: install the package ktls-utils',
          }[state]
        }`,
      example: { state: 'stopped' },
    },
  ),
  'message-cut': entry(
    { parts: texts, moreParts: count },
    {
      message: ({ parts, moreParts }) =>
        words`parts of this node's messages are longer than a server takes, and were cut: ${parts}${moreParts > 0 ? ` and ${moreParts} more` : ''}`,
      example: { parts: ['drives[1].model'], moreParts: 0 },
    },
  ),
  'too-many-drives': entry(
    { drives: count, mostDrives: count },
    {
      message: ({ drives, mostDrives }) =>
        words`the machine shows ${drives} drives, and a node may have ${mostDrives}: the agent sends no inventory, and the server keeps the last one. Remove the drives that are not there for Weft ("nvme list" shows all)`,
      example: { drives: 10_000, mostDrives: 1024 },
    },
  ),
};

/** An operation or a command that failed. `failure` is the program's or the kernel's own text; the reason also carries the command and its output. */
const FAILED = { operation: word.optional(), failure: word };
type Failed = DataOf<typeof FAILED>;
const failedText = ({ operation, failure }: Failed): Words => (operation ? words`${operation}: ${failure}` : words`${failure}`);
const failed = (example: Failed): Entry<Failed> => entry(FAILED, { message: failedText, example });

export const failureReasons = {
  'command-failed': failed({ operation: 'connect', failure: 'nvme connect failed with exit code 1: no route to host' }),
  /** The agent cannot read the storage of its node: its drives and legs are unknown. */
  'host-unreadable': failed({ failure: 'lvs did not end within 60 s' }),
  /** It cannot read which hosts are connected to its exports. */
  'connections-unreadable': failed({ failure: 'ss did not end within 10 s' }),
  /** The superblock of a leg cannot be read. */
  'leg-unreadable': failed({ failure: '/dev/nvme1n1 cannot be examined: Input/output error' }),
  /** One path of several cannot be connected. */
  'path-missing': failed({ operation: 'connect', failure: 'nvme connect failed with exit code 1: no route to host' }),
  /** md does not take a leg back. */
  'leg-not-taken': failed({ operation: 're-add-member', failure: 'mdadm: add new device failed for /dev/nvme1n1' }),
  /** md does not begin or end a check. */
  'scrub-not-done': failed({ operation: 'start-check', failure: 'sync_action: Device or resource busy' }),
  /** A pool does not have the id of a thin leg that was recorded as made: the leg is lost. */
  'thin-unknown': failed({ operation: 'create-thin-device', failure: 'device-mapper: reload ioctl failed: No data available' }),
  /** A leg's volume lacks the superblock of dm-integrity that it was formatted with: the leg is lost. */
  'integrity-lost': failed({ operation: 'create-integrity', failure: '/dev/weft-1/leg-1 has no superblock of dm-integrity' }),
  /** A device was not suspended any more when its freeze was to end. */
  'freeze-interrupted': failed({ operation: 'release-io', failure: 'mapping weft-00000000-0000-4000-8000-000000000001 is not suspended' }),
  /** I/O of a fenced host is still in flight. */
  'not-drained': failed({ operation: 'check-drained', failure: 'a connection to the export is still open' }),
  /** A device is not the one that the plan was made on, and nothing was done; or an export (`subsystem`) has another serial or leg than assigned. */
  'identity-changed': entry(
    {
      operation: word.optional(),
      failure: word.optional(),
      subsystem: word.optional(),
      namespaceId: count.optional(),
      found: word.optional(),
      assigned: word.optional(),
    },
    {
      message: ({ operation, failure = '', subsystem, namespaceId, found = '', assigned = '' }) => {
        if (!subsystem) return failedText({ operation, failure });
        return namespaceId === undefined
          ? words`subsystem ${subsystem} has serial ${found} instead of ${assigned}; clients would lose the device. Detach the volume and attach it again`
          : words`namespace ${namespaceId} of ${subsystem} exports ${found} instead of leg ${assigned}; detach the volume and attach it again`;
      },
      example: { operation: 'add-member', failure: '/dev/nvme1n1 is not a block device here; nothing was done' },
    },
  ),
  /** The other end of a connection has another authentication key, or requires one. */
  'key-refused': failed({ operation: 'connect', failure: 'the target has other keys for this client (Key was rejected by service)' }),
  /** The node has not received the secret of a key that its assignment names. */
  'key-missing': failed({ operation: 'connect', failure: `this node has not received the secret of key ${ids.other}` }),
  'identity-unknown': failed({ operation: 'add-member', failure: '/dev/nvme1n1 cannot be opened: Input/output error' }),
  /** fio cannot be started for a benchmark. */
  'fio-missing': failed({ failure: 'fio is not installed here: install the package fio' }),
  /** A volume that a benchmark names is open; nothing was done. */
  'benchmark-volume-open': failed({ failure: 'orders is in use by postgres (pid 4711); nothing was measured. End that first' }),
  /** It holds data, and its name was not confirmed. */
  'benchmark-volume-holds-data': failed({
    failure: 'orders holds data (ext4 filesystem); nothing was measured. Confirm its name, if its data may be destroyed',
  }),
  /** A drill was to kill the agent, and nothing would start it again. */
  'drill-not-supervised': failed({
    failure: 'the agent was not killed, because nothing would start it again: it is no service of systemd',
  }),
  /** A value of an operation has characters that the host refuses; nothing was done. */
  'word-refused': failed({ operation: 'connect', failure: 'address "x" is not allowed; nothing was done' }),
  /** A fault of the agent. */
  internal: failed({ operation: 'connect', failure: 'unexpected state' }),
};
