import type { IoLimits } from '@weft/shared/limits/io-limits';
import type { FailureCode } from '@weft/shared/text/catalogue/agent/agent-messages';
import type { EraseAction } from '@weft/shared/wipe/wipe-method';
import type { CacheTable } from '../../operations.js';
import type { HelperRequest } from './command.js';

/** Actions of the kernel host as data, so that tests can pin argument lists and plans can be printed without being run. */

/** A fact that can be looked up on the host. An action is skipped if `unless` holds, runs only if `when` holds, and a check requires its fact. */
export type Fact =
  | { fact: 'volume-group-exists'; vg: string }
  | { fact: 'physical-volume-of'; device: string; vg: string }
  /** The device is a physical volume of no group but this one. */
  | { fact: 'no-other-group'; device: string; vg: string }
  | { fact: 'volume-group-empty'; vg: string }
  | { fact: 'logical-volume-exists'; vg: string; lv: string }
  | { fact: 'logical-volume-active'; vg: string; lv: string }
  | { fact: 'logical-volume-wiped'; vg: string; lv: string }
  | { fact: 'logical-volume-size'; vg: string; lv: string; sizeBytes: number }
  /** No other leg of the pool has an id that one of these tags records. */
  | { fact: 'records-free'; vg: string; lv: string; add: string[] }
  | { fact: 'blank'; device: string }
  /** Holds nothing that may be newer than an interrupted wipe. */
  | { fact: 'nothing-newer'; device: string }
  /** The drive can do the action, has no other namespace and controller, and is not sanitizing. */
  | { fact: 'sanitizable'; device: string; action: EraseAction }
  /** The last sanitize failed: the drive takes nothing but another one. */
  | { fact: 'sanitize-failed'; device: string }
  | { fact: 'sanitized'; device: string }
  /** Every block of a sample reads as zeros or as ones. */
  | { fact: 'erased'; device: string }
  | { fact: 'unused'; device: string }
  | { fact: 'serial'; device: string; serial: string }
  /** `foreignGroup`: a group that this node does not use; it does not count. */
  | { fact: 'no-legs-on'; device: string; foreignGroup: string | null }
  | { fact: 'in-devices-file'; device: string }
  | { fact: 'closed'; device: string }
  /** Open only by enabled namespaces of other subsystems: a shared volume's legs stay exported to its other clients. */
  | { fact: 'released-by'; device: string; nqn: string }
  | { fact: 'not-exported'; device: string }
  | { fact: 'block-device'; path: string }
  | { fact: 'absent'; path: string }
  | { fact: 'value'; path: string; value: string }
  | { fact: 'host-unused'; hostNqn: string }
  /** The kernel was built with CONFIG_NVME_TARGET_AUTH. */
  | { fact: 'authenticates-hosts'; hostNqn: string }
  /** No other subsystem, except those in `besides`, has this namespace's UUID or device enabled. */
  | { fact: 'leg-enabled-once'; nqn: string; nsid: number; besides: string[] }
  | { fact: 'no-other-host'; nqn: string; hostNqn: string }
  | { fact: 'subsystem-released'; nqn: string }
  | { fact: 'port-idle'; portId: number }
  | { fact: 'no-connections'; transport: 'rdma' | 'tcp'; serviceId: number }
  /** A host has an I/O queue from an address that is not in this list. */
  | { fact: 'foreign-host'; nqn: string; transport: 'rdma' | 'tcp'; serviceId: number; hostAddresses: string[] }
  | ({ fact: 'path-exists' } & PathKey)
  | { fact: 'native-multipath' }
  /** Refusing what this NIC would send loses nothing and helps. */
  | { fact: 'sending-refusable'; nic: string }
  | { fact: 'controller-gone'; controller: string; nqn: string }
  | { fact: 'controller-is'; controller: string; nqn: string }
  | { fact: 'initiator-subsystem-is'; subsystem: string; nqn: string }
  /** `devices`: the array runs on these and no others; fewer are fine (a failed leg). */
  | { fact: 'array-running'; uuid: string; devices: string[] }
  | { fact: 'array-half-assembled'; name: string; uuid: string }
  | { fact: 'array-stopped'; device: string; uuid: string }
  | { fact: 'array-is'; device: string; uuid: string }
  /** A member that has not failed; `placed`: one that has a slot. */
  | { fact: 'array-member' | 'array-member-placed'; array: string; device: string }
  | { fact: 'array-size'; device: string; sizeBytes: number }
  | { fact: 'no-superblock'; device: string }
  | { fact: 'no-superblocks'; devices: string[] }
  | { fact: 'superblock-one-of'; device: string; uuids: string[] }
  | { fact: 'superblock-absent-or'; device: string; uuid: string }
  | { fact: 'mapping-exists'; name: string }
  /** /dev/mapper/<name> is the device that the kernel has under this name. */
  | { fact: 'mapping-node'; name: string }
  | { fact: 'mapping-empty'; name: string }
  | { fact: 'mapping-suspended'; name: string; suspended: boolean }
  /** Its table is only the target `error`. */
  | { fact: 'mapping-fails'; name: string }
  | { fact: 'mapping-table'; name: string; uuid: string; table: string }
  /** The table can be extended to this one: nothing that it maps now would move. */
  | { fact: 'mapping-extends'; name: string; uuid: string; table: string }
  /** A dm-cache over these devices with this block size, not longer than this. */
  | ({ fact: 'cache-over'; uuid: string } & Pick<CacheTable, 'name' | 'origin' | 'data' | 'metadata' | 'blockBytes' | 'lengthBytes'>)
  | { fact: 'cache-clean'; name: string }
  /** Nothing that the leg's LV lacks is or can come into this cache. */
  | { fact: 'cache-may-go'; cache: string; vg: string; lv: string }
  /** A superblock of dm-integrity as Weft formats it, for at least this length. */
  | { fact: 'integrity-formatted'; device: string; lengthBytes: number }
  /** A dm-integrity device over this one with Weft's parameters. Kernels print more of them than a table states. */
  | { fact: 'integrity-over'; name: string; uuid: string; device: string; lengthBytes: number }
  | { fact: 'stats-exist'; name: string }
  | { fact: 'stats-cover'; name: string; sectors: number }
  | { fact: 'link-to-mapping'; link: string; name: string }
  /** The slice has disappeared, or has these limits of the mapping and no others. */
  | { fact: 'io-limits'; name: string; slice: string; limits: IoLimits };

/** One path of the initiator, as in /sys/class/nvme/nvmeN/address. */
export interface PathKey {
  nqn: string;
  transport: 'rdma' | 'tcp';
  address: string;
  serviceId: number;
  hostAddress: string;
  /** Only a controller that connects with TLS is this path. */
  tls?: true;
}

interface Condition {
  /** The action is skipped when this holds: its effect already exists. */
  unless?: Fact;
  /** The action runs only when this holds. */
  when?: Fact;
}

export type Action = Condition &
  (
    | {
        do: 'exec';
        argv: string[];
        input?: string;
        /** Longest time it may take. */
        seconds: number;
        /** Extra time for each GiB of this device: zeroing takes as long as the drive needs. */
        perGiBOf?: { device: string; seconds: number };
        /** It begins to hold volumes, or lets them go: its start, or its end, is the time of that. */
        holds?: { id: string; is: 'begin' | 'end' };
        /** What a helper does instead: the same, without starting a process. */
        helper?: HelperRequest;
        /** Exit codes that are an answer, not a failure; a check shows the result. */
        accept?: readonly number[];
        /** Failures with a meaning of their own, by a text on the standard error: a code, or null for "its effect already exists". */
        meanings?: readonly { text: string; code: FailureCode | null }[];
      }
    /** Skipped when the attribute already reads so. `blocking`: may sleep in the kernel, so a child process writes it. */
    | { do: 'write'; path: string; value: string; blocking?: boolean; seconds?: number; always?: boolean }
    | { do: 'mkdir' | 'rmdir' | 'unlink'; path: string }
    | { do: 'symlink'; path: string; target: string }
    /** A regular file of Weft's, replaced by rename. */
    | { do: 'file'; path: string; content: string }
    /** Sets group `disk` and mode 0660. */
    | { do: 'permit'; path: string }
    /** Writes an attribute of the controller that serves this path: its name is known only after the connect. */
    | { do: 'write-path-attribute'; path: PathKey; attribute: string; value: string }
    /** As `write`, of the secret with this id. Descriptions of the action contain the id alone. */
    | { do: 'write-secret'; path: string; keyId: string }
    /** Writes options and secrets to /dev/nvme-fabrics; the write ends when the controller is connected, or with the kernel's error. */
    | { do: 'connect-with-keys'; options: string; keys?: { hostKeyId: string; controllerKeyId: string } | undefined; seconds: number }
    /** Through keyctl(1): the key passes through a pipe. Descriptions of the action contain its id alone. */
    | { do: 'add-tls-key'; keyId: string; hostNqn: string; nqn: string }
    /** Unlinks keys of the subsystem (and of this host) from the keyring, except the one with this id. */
    | { do: 'drop-tls-keys'; nqn: string; hostNqn?: string; exceptKeyId?: string }
    /**
     * Runs a command that reads the table on its standard input, in a session keyring of its own with this volume key. The keyring and the key go when the
     * command ends, however it ends. The key passes through a pipe. Descriptions of the action contain its id alone.
     */
    | { do: 'exec-with-volume-key'; keyId: string; table: string; argv: string[]; seconds: number }
    /** chmod: the kernel prints secrets to every user. */
    | { do: 'close-to-others'; path: string; mode: number }
    | { do: 'hide-path-secrets'; path: PathKey }
    /** Dissolves a volume and extends another onto its extents, which are known only on the host. */
    | { do: 'extend-onto'; vg: string; lv: string; growth: string; sizeBytes: number; seconds: number }
    /** Deletes Weft's regions that do not have this length. Region ids are known only on the host. */
    | { do: 'drop-stats'; name: string; exceptSectors: number; seconds: number }
    /** Sets every bit that the bitmap on this member marks once more, so that md resyncs it to members that are out. Which ones, only the member tells. */
    | { do: 'keep-marks'; array: string; uuid: string; device: string; seconds: number }
    /** Flushes the device; `orFail`: the file to write "faulty" to if that fails or takes longer. */
    | { do: 'flush'; device: string; orFail: string | null; seconds: number }
    /** Zeroes the last bytes of a device; the offset is known only on the host. */
    | { do: 'zero-tail'; device: string; bytes: number; seconds: number }
    /** Writes io.max of a top-level cgroup, with the device number that the mapping has now. */
    | { do: 'limit-io'; name: string; slice: string; limits: IoLimits }
    | { do: 'check'; fact: Fact; waitSeconds?: number; code?: FailureCode }
  );
