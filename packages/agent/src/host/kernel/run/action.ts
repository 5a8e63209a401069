/** What the kernel host does, as data: so that argument lists can be pinned by tests and plans printed without being run. */

/** Something that can be looked up on the host. An action is skipped `unless`, run only `when`, and a check insists on it. */
export type Fact =
  | { fact: 'volume-group-exists'; vg: string }
  | { fact: 'physical-volume-of'; device: string; vg: string }
  | { fact: 'volume-group-empty'; vg: string }
  | { fact: 'logical-volume-exists'; vg: string; lv: string }
  | { fact: 'logical-volume-active'; vg: string; lv: string }
  | { fact: 'logical-volume-wiped'; vg: string; lv: string }
  | { fact: 'logical-volume-size'; vg: string; lv: string; sizeBytes: number }
  | { fact: 'blank'; device: string }
  | { fact: 'unused'; device: string }
  | { fact: 'serial'; device: string; serial: string }
  /** `foreignGroup`: this group, which this node does not have in use, does not count. */
  | { fact: 'no-legs-on'; device: string; foreignGroup: string | null }
  | { fact: 'in-devices-file'; device: string }
  | { fact: 'closed'; device: string }
  /** Open by nothing but enabled namespaces of other subsystems: a shared volume's legs stay exported to its other clients. */
  | { fact: 'released-by'; device: string; nqn: string }
  | { fact: 'not-exported'; device: string }
  | { fact: 'block-device'; path: string }
  | { fact: 'absent'; path: string }
  | { fact: 'value'; path: string; value: string }
  | { fact: 'host-unused'; hostNqn: string }
  /** No other subsystem but `besides` has this namespace's UUID or device enabled. */
  | { fact: 'leg-enabled-once'; nqn: string; nsid: number; besides: string[] }
  | { fact: 'no-other-host'; nqn: string; hostNqn: string }
  | { fact: 'subsystem-released'; nqn: string }
  | { fact: 'port-idle'; portId: number }
  | { fact: 'no-connections'; transport: 'rdma' | 'tcp'; serviceId: number }
  /** A host has an I/O queue from an address that is not one of these. */
  | { fact: 'foreign-host'; transport: 'rdma' | 'tcp'; serviceId: number; hostAddresses: string[] }
  | ({ fact: 'path-exists' } & PathKey)
  | { fact: 'native-multipath' }
  /** Refusing what this NIC would send loses nothing, and helps. */
  | { fact: 'sending-refusable'; nic: string }
  | { fact: 'controller-gone'; controller: string; nqn: string }
  | { fact: 'controller-is'; controller: string; nqn: string }
  | { fact: 'initiator-subsystem-is'; subsystem: string; nqn: string }
  /** `devices`: on these and no others; fewer are fine (a leg that has failed). */
  | { fact: 'array-running'; uuid: string; devices: string[] }
  | { fact: 'array-half-assembled'; name: string; uuid: string }
  | { fact: 'array-stopped'; device: string; uuid: string }
  | { fact: 'array-is'; device: string; uuid: string }
  /** A member that has not failed; `placed`: one that has a slot. */
  | { fact: 'array-member' | 'array-member-placed'; array: string; device: string }
  | { fact: 'array-size'; device: string; sizeBytes: number }
  | { fact: 'no-superblock'; device: string }
  | { fact: 'superblock-one-of'; device: string; uuids: string[] }
  | { fact: 'superblock-absent-or'; device: string; uuid: string }
  | { fact: 'mapping-exists'; name: string }
  | { fact: 'mapping-empty'; name: string }
  /** Its table is the target `error` alone. */
  | { fact: 'mapping-fails'; name: string }
  | { fact: 'mapping-table'; name: string; uuid: string; table: string }
  /** The table may be made longer to this one: nothing that is mapped now would move. */
  | { fact: 'mapping-extends'; name: string; uuid: string; table: string }
  | { fact: 'stats-exist'; name: string }
  | { fact: 'stats-cover'; name: string; sectors: number }
  | { fact: 'link-to-mapping'; link: string; name: string };

/** One path of the initiator, as /sys/class/nvme/nvmeN/address tells it. */
export interface PathKey {
  nqn: string;
  transport: 'rdma' | 'tcp';
  address: string;
  serviceId: number;
  hostAddress: string;
}

interface Condition {
  /** Skipped when this holds: the effect is there already. */
  unless?: Fact;
  /** Run only when this holds. */
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
        /** Exit codes that are an answer, not a failure; a check tells what came of it. */
        accept?: readonly number[];
      }
    /** Skipped when the attribute reads the same. `blocking`: may sleep in the kernel, so it is written by a child process. */
    | { do: 'write'; path: string; value: string; blocking?: boolean; seconds?: number; always?: boolean }
    | { do: 'mkdir' | 'rmdir' | 'unlink'; path: string }
    | { do: 'symlink'; path: string; target: string }
    /** A regular file of ours, replaced by rename. */
    | { do: 'file'; path: string; content: string }
    /** Group `disk`, 0660. */
    | { do: 'permit'; path: string }
    /** Writes an attribute of the controller that serves this path: its name is known only after the connect. */
    | { do: 'write-path-attribute'; path: PathKey; attribute: string; value: string }
    /** Dissolves a volume and extends another onto its extents, which are known only on the host. */
    | { do: 'extend-onto'; vg: string; lv: string; growth: string; sizeBytes: number; seconds: number }
    /** Region ids are known only on the host. Drops ours that do not have this length. */
    | { do: 'drop-stats'; name: string; exceptSectors: number; seconds: number }
    /** Zeroes the last bytes of a device; the offset is known only on the host. */
    | { do: 'zero-tail'; device: string; bytes: number; seconds: number }
    | { do: 'check'; fact: Fact; waitSeconds?: number }
  );
