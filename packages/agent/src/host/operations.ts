import type { CacheMode } from '@weft/shared/cache/cache-modes';
import type { IoLimits } from '@weft/shared/limits/io-limits';
import type { EraseAction } from '@weft/shared/wipe/wipe-method';

/*
 * Primitive operations on a host. Each is idempotent and checks its own effect; the planner decides order and safety.
 * A pure function of the kernel host turns each operation into a list of actions, so that tests can pin argument lists
 * and a plan can be printed without being run.
 */

/** As md's `sync_action` names them. */
export type CheckAction = 'check' | 'repair';

export interface DmSegment {
  startBytes: number;
  lengthBytes: number;
  device: string;
  offsetBytes: number;
}

export type Operation =
  /* target: drives and legs */
  /** pvcreate and vgcreate on a drive that a check immediately before found blank (S1). Refuses with a HostError if the drive holds anything. */
  | { op: 'create-volume-group'; vg: string; device: string }
  /** Only for an empty group; also removes the PV label. */
  | { op: 'remove-volume-group'; vg: string; device: string }
  /** Erases a whole drive by an audited order: partition table, LVM, everything. Refuses while the drive is in use. */
  | {
      op: 'wipe-drive';
      device: string;
      serial: string;
      /** Volume group of a Weft drive that was moved here from another node; the order destroys this group too. Null: none. */
      foreignGroup: string | null;
      /** Continues a wipe whose end is unknown. Refuses a drive whose contents may be newer than that wipe. */
      resumes?: boolean;
    }
  /**
   * Lets the drive erase itself, by an audited order (NVM Express Sanitize): ends when the drive has accepted the command, and the drive goes on by itself.
   * Refuses a drive that is in use, and one whose controller cannot do the action, has another namespace, or is sanitizing already.
   */
  | { op: 'sanitize-drive'; device: string; serial: string; action: EraseAction; foreignGroup: string | null; resumes?: boolean }
  /** Checks that the drive's sanitize succeeded and that a sample of its blocks holds nothing; then zeroes its ends, so that it is blank. */
  | { op: 'check-sanitized'; device: string; serial: string }
  | { op: 'create-logical-volume'; vg: string; lv: string; sizeBytes: number; tags: string[] }
  | { op: 'activate-logical-volume'; vg: string; lv: string }
  /** Deactivates and activates the LV, so that it maps the device that its drive has now. Refuses while open or exported. */
  | { op: 'reactivate-logical-volume'; vg: string; lv: string }
  /** blkdiscard -z over the whole LV, then adds the tag WIPED_TAG (S2). Refuses while the LV is open. */
  | { op: 'wipe-logical-volume'; vg: string; lv: string }
  /**
   * Dissolves the zeroed volume `growth` of the same group and appends exactly its extents to `lv`, which gets GROWN_TAG first. So a leg never
   * contains a byte that was not zeroed (S2). `lv` may be open.
   */
  | { op: 'merge-logical-volume'; vg: string; lv: string; growth: string; sizeBytes: number }
  /** Changes tags that begin as a label does (leg-label.ts), and no others. */
  | { op: 'label-logical-volume'; vg: string; lv: string; add: string[]; remove: string[] }
  /** Removes GROWN_TAG. */
  | { op: 'settle-logical-volume'; vg: string; lv: string }
  /** Adds or removes WRITE_BACK_TAG: before a cache begins to write back, and after it is clean and cannot become dirty again. */
  | { op: 'mark-write-back'; vg: string; lv: string; marked: boolean }
  /** Zeroes all of a cache's metadata: the cache is then empty. Refuses while it is open. */
  | { op: 'zero-cache-metadata'; vg: string; lv: string }
  /** Refuses while open (S5). */
  | { op: 'remove-logical-volume'; vg: string; lv: string }
  /* target: exports */
  /** Allows one host. Refuses while the subsystem allows another one (S3). */
  | { op: 'create-subsystem'; nqn: string; serial: string; model: string; hostNqn: string }
  /**
   * What the target requires of this host from its next connect on, and when an initiator authenticates again. Connections stay. The kernel has one pair of
   * keys for each host, for all subsystems. Refuses an unknown key, and a kernel without CONFIG_NVME_TARGET_AUTH.
   */
  | { op: 'set-host-keys'; hostNqn: string; hostKeyId: string; controllerKeyId: string }
  | { op: 'create-namespace'; nqn: string; nsid: number; devicePath: string; uuid: string; nguid: string }
  /**
   * Refuses while another subsystem, except those in `besides`, has a namespace of the same UUID or device enabled (S3). The host checks this at the
   * moment of acting, so that an older plan cannot enable a leg for a second host. The target opens `devicePath` now; `create-namespace` only stored it.
   */
  | { op: 'enable-namespace'; nqn: string; nsid: number; devicePath: string; uuid?: string; besides?: string[] }
  /** The target reads the size again and notifies every connected client. */
  | { op: 'revalidate-namespace'; nqn: string; nsid: number }
  /** Creates the port (lowest free id) if no port has this transport, address and service id, then links the subsystem: it listens from then on. */
  /** With `tls` the port takes only connections with TLS 1.3. The kernel changes this of no port that a subsystem is linked to. */
  | { op: 'link-port'; nqn: string; transport: 'rdma' | 'tcp'; address: string; serviceId: number; tls?: boolean }
  /**
   * Target and client: puts the key of the TLS connections between a host and a subsystem into the kernel's keyring, and removes others of the same two.
   * Connections stay; the key counts for the next connect and reconnect. Refuses an unknown key, and a kernel without the keyring `.nvme`.
   */
  | { op: 'set-tls-key'; hostNqn: string; nqn: string; keyId: string }
  /** Removes all keys of a subsystem from the keyring. Connections stay. */
  | { op: 'forget-tls-keys'; nqn: string }
  /* Removing an export, in the fence's order: disallow the host, unlink the ports, disable the namespaces (drains), check, then rmdir. */
  | { op: 'disallow-host'; nqn: string; hostNqn: string }
  | { op: 'unlink-port'; nqn: string; transport: 'rdma' | 'tcp'; address: string; serviceId: number }
  | { op: 'disable-namespace'; nqn: string; nsid: number }
  /** For a subsystem that keeps other namespaces. Refuses while the namespace is enabled. */
  | { op: 'remove-namespace'; nqn: string; nsid: number }
  /** Throws while one of the LVs is open or a connection to the subsystem's ports exists. */
  | { op: 'check-drained'; nqn: string; devicePaths: string[]; transport: 'rdma' | 'tcp'; serviceId: number }
  /**
   * Changes nothing. Throws unless a host has an I/O queue to this service id now, from an address that is not in `hostAddresses`. The fence of a
   * foreign host relies on this evidence.
   */
  | { op: 'check-foreign-host'; nqn: string; transport: 'rdma' | 'tcp'; serviceId: number; hostAddresses: string[] }
  /** rmdir of the namespaces, the subsystem, and the ports of this service id that have no subsystem left. */
  | { op: 'remove-subsystem'; nqn: string; serviceId: number }
  /* client: paths */
  | {
      op: 'connect';
      nqn: string;
      transport: 'rdma' | 'tcp';
      address: string;
      serviceId: number;
      hostAddress: string;
      hostNqn: string;
      hostId: string;
      keepAliveSeconds: number;
      reconnectDelaySeconds: number;
      ioQueues: number;
      fastIoFailSeconds: number;
      /** Absent: without authentication. */
      authentication?: { hostKeyId: string; controllerKeyId: string } | undefined;
      /** With TLS only, with the key of host and subsystem in the kernel's keyring. */
      tls?: boolean;
    }
  /**
   * Gives a controller new keys; the kernel authenticates again at once, beside its I/O (drivers/nvme/host/sysfs.c). If the target has other keys, it ends the
   * connection. Refuses a controller that was connected without keys.
   */
  | { op: 'set-controller-keys'; controller: string; nqn: string; hostKeyId: string; controllerKeyId: string }
  /** Refuses a controller or a subsystem of another NQN: the kernel reuses their names. */
  | { op: 'set-fast-io-fail'; controller: string; nqn: string; seconds: number }
  | { op: 'set-io-policy'; subsystem: string; nqn: string; policy: 'numa' | 'round-robin' | 'queue-depth' }
  /**
   * Sends the controller a request and waits one second. A controller that cannot answer enters the kernel's error recovery at once, before keep-alive
   * notices: its I/O in flight moves to the other paths. (Not `reset_controller`: it leaves the queues quiesced until the path is connected again. A
   * request that had chosen the path waits there, and so does everything that waits for that request.)
   */
  | { op: 'probe-controller'; controller: string; nqn: string }
  /**
   * RDMA in software (rdma_rxe): for the next 0.7 s, refuses what a NIC without carrier would send, except connection management. A queue pair whose
   * request is refused ends at once, instead of repeating the request for seconds, and its controller enters the kernel's error recovery. Refuses
   * nothing for a NIC with carrier, without nft, before Linux 6.12, and for an adapter that sends by itself.
   */
  | { op: 'refuse-sending'; nic: string }
  /**
   * NVMe/TCP: ends the connections from one of the client's addresses to one service id of any target (SOCK_DESTROY of sock_diag(7)). Their controllers
   * enter the kernel's error recovery at once. A kernel without CONFIG_INET_DIAG_DESTROY ends nothing and reports no error: keep-alive notices later.
   * Also deletes the neighbour entries of the NIC, which has no carrier. They hold packets for addresses that the kernel cannot resolve for 3 s, and the
   * error recovery waits for each queue's packets before it moves I/O (nvme_tcp_wait_queue: 50 short sleeps, seen to take 0.4 s).
   */
  | { op: 'abort-connections'; hostAddress: string; serviceId: number; nic: string }
  /**
   * Deletes the neighbour entry that holds a target's link-layer address. The RDMA connection manager uses an entry of any age (dst_fetch_ha in the
   * kernel's drivers/infiniband/core/addr.c) and then repeats its request to a dead target for a minute, during which the controller cannot be deleted.
   * Without the entry the kernel resolves the address first, which fails after 3 s (NVME_RDMA_CM_TIMEOUT_MS).
   */
  | { op: 'forget-neighbour'; address: string; nic: string }
  | { op: 'disconnect'; controller: string; nqn: string }
  /* client: arrays */
  /** Once in a volume's life. Devices in role order; a check has found no superblock on any of them. */
  | {
      op: 'create-array';
      name: string;
      uuid: string;
      level: 'raid1' | 'raid10';
      chunkBytes: number;
      dataOffsetBytes: number;
      bitmapChunkBytes: number | null;
      devices: string[];
      /** Written into the superblocks instead of `name`. */
      holder?: string | undefined;
    }
  /**
   * Explicit list of devices. `run`: also if the newest superblock lists more; only for an accepted loss, or with `force`: also those whose superblock is older,
   * all of which the newest one lists as active (plan/attachment/histories.ts). `holder`: name written to the superblocks before a start (not if `readOnly`).
   */
  | {
      op: 'assemble-array';
      name: string;
      uuid: string;
      devices: string[];
      readOnly: boolean;
      run: boolean;
      force?: boolean;
      holder?: string | undefined;
    }
  /** Clears the md superblock of a leg that carries exactly this array UUID; refuses any other. */
  | { op: 'zero-superblock'; device: string; uuid: string }
  | { op: 'stop-array'; device: string; uuid: string }
  /** After an accepted loss: gives the listed legs of the previous epoch the new UUID. Starts nothing. */
  | { op: 'rename-array'; name: string; uuid: string; previousUuid: string; devices: string[] }
  /** Fails an active member (kernel name). md refuses to fail the last member that holds the data. */
  | { op: 'fail-member'; array: string; uuid: string; member: string }
  /** Fails an active member (kernel name) whose device is gone: without I/O md does not notice, and takes no leg in its place. */
  | { op: 'fail-gone-member'; array: string; uuid: string; member: string }
  /** Removes a failed member (kernel name); its device may no longer exist. */
  | { op: 'remove-member'; array: string; uuid: string; member: string }
  /** Re-adds a leg of the same history: md resyncs only what the bitmap marks. */
  | { op: 're-add-member'; array: string; uuid: string; device: string }
  /** Adds a leg without a superblock as a spare; md rebuilds onto it at once if a slot is free. */
  | { op: 'add-member'; array: string; uuid: string; device: string }
  /** The same, and the leg is to replace `old` (kernel name), which stays a member until the rebuild has finished. */
  | { op: 'replace-member'; array: string; uuid: string; old: string; device: string }
  /** How long the bitmap of a mirror keeps a completed write marked: twice this, and longer (md-bitmap.c, md_bitmap_daemon_work). Whole seconds. */
  | { op: 'set-bitmap-delay'; array: string; uuid: string; seconds: number }
  /**
   * Everything that the bitmap on `device`, a member, marks is resynced to members that are out when they come back. Without this, md resyncs what was written
   * while they were out, and not what they completed before and lost (Documentation/admin-guide/md.rst, bitmap_set_bits).
   */
  | { op: 'resync-recent-writes'; array: string; uuid: string; device: string }
  /**
   * Makes durable what a member (device path) has completed (FLUSH of the NVMe specification; blkdev_fsync in block/fops.c). `orFail`: one that refuses, or does
   * not answer in time, fails as a member instead. Without: its error is the operation's.
   */
  | { op: 'flush-member'; array: string; uuid: string; device: string; orFail: boolean }
  | { op: 'set-sync-speed'; array: string; uuid: string; minBytesPerSecond: number; maxBytesPerSecond: number }
  /**
   * Lets md compare the halves of a whole mirror (check), or also copy from the first half where they differ (repair), from this place to the end. md goes on by
   * itself. Refuses while a resync, a rebuild or another check runs.
   */
  | { op: 'start-check'; array: string; uuid: string; action: CheckAction; fromBytes: number }
  /** Ends the running check, not a resync or rebuild. `resumeAtBytes`: the next start goes on there; null: nothing of the check stays behind. */
  | { op: 'stop-check'; array: string; uuid: string; action: CheckAction; resumeAtBytes: number | null }
  /** Grows to all the space that the legs offer, at least `sizeBytes`. New space is zero on all mirror legs (S2): no resync. */
  | { op: 'grow-array'; array: string; uuid: string; sizeBytes: number }
  /* client: mappings */
  | { op: 'create-linear'; name: string; uuid: string; segments: DmSegment[]; readOnly: boolean }
  | { op: 'create-striped'; name: string; uuid: string; chunkBytes: number; lengthBytes: number; devices: string[]; readOnly: boolean }
  /** Lengthens it online: what the old table maps stays where it is. The statistics region is created again over the whole device. */
  | { op: 'resize-linear'; name: string; uuid: string; segments: DmSegment[]; readOnly: boolean }
  | { op: 'resize-striped'; name: string; uuid: string; chunkBytes: number; lengthBytes: number; devices: string[]; readOnly: boolean }
  /**
   * dm-crypt with AES-256 in XTS mode and no header (Documentation/admin-guide/device-mapper/dm-crypt.rst). The sector of the device gives the IV, so
   * the data can be read at the same place of any other device. The key is in a keyring only while the table is loaded; the kernel then has its own copy.
   * Refuses an unknown key.
   */
  | { op: 'create-crypt'; name: string; uuid: string; keyId: string; segments: DmSegment[]; readOnly: boolean }
  /** Lengthens it online; the kernel needs the key again. */
  | { op: 'resize-crypt'; name: string; uuid: string; keyId: string; segments: DmSegment[]; readOnly: boolean }
  /* target: cache of a leg, dm-cache (Documentation/admin-guide/device-mapper/cache.rst) */
  | ({ op: 'create-cache' } & CacheTable)
  /**
   * Another mode, or a greater length, while it is in use. Refuses other devices and another block size, and pass-through while blocks are dirty: the
   * kernel would refuse to resume.
   */
  | ({ op: 'change-cache' } & CacheTable)
  /**
   * Writes through and lets the policy `cleaner` write the dirty blocks to the origin; ends when none is dirty. From then on none can become dirty.
   * Throws after `seconds`, with the number of blocks left, and leaves the policy in place.
   */
  | ({ op: 'clean-cache'; seconds: number } & Omit<CacheTable, 'mode'>)
  /**
   * Puts a leg's device onto another device with the same bytes, while it is in use: I/O waits for some milliseconds. Refuses unless its table is `from` or `to`
   * now. `leaves`: the cache that is left. Refuses unless that is clean and cannot become dirty; or has failed, and the leg's LV lacks WRITE_BACK_TAG.
   */
  | {
      op: 'move-leg-device';
      name: string;
      uuid: string;
      from: DmSegment;
      to: DmSegment;
      leaves: { cache: string; vg: string; lv: string } | null;
    }
  /* target: checksums of a leg, dm-integrity (Documentation/admin-guide/device-mapper/dm-integrity.rst) */
  /**
   * Once in a leg's life: zeroes the whole LV, lets the kernel write its superblock, then adds INTEGRITY_TAG and WIPED_TAG in one change. An interrupted one starts
   * again. Refuses while the LV is open or exported.
   */
  | ({ op: 'format-integrity'; vg: string; lv: string } & IntegrityTable)
  /** @throws HostError `integrity-lost` unless the volume has a superblock of this form and length: the kernel would format zeros again, in silence. */
  | ({ op: 'create-integrity' } & IntegrityTable)
  /* target: thin legs, dm-thin (Documentation/admin-guide/device-mapper/thin-provisioning.rst) */
  /** Changes the records of a pool: tags of its data volume, all in one change of LVM. */
  | { op: 'record-thin'; vg: string; lv: string; add: string[]; remove: string[] }
  /** A pool that refuses writes when it is full. Its metadata was zeroed, or is that of this pool. */
  | ({ op: 'create-pool' } & PoolTable)
  /** Lengthens a volume of a pool by extents of its group; what they hold stays. A pool zeroes each block before it maps it (S2). */
  | { op: 'extend-pool-volume'; vg: string; lv: string; sizeBytes: number }
  /** The pool uses all of its volumes from now on, while it is in use. That also ends `out-of-data-space`. */
  | ({ op: 'resize-pool' } & PoolTable)
  /**
   * Makes thin id `thinId` in the pool, empty or as a snapshot of `originId`; one that exists stays as it is. `suspends`: the origin's thin device, suspended only
   * within this step, and resumed after some seconds also if the agent dies.
   */
  | { op: 'create-thin'; pool: string; thinId: number; originId: number | null; suspends: string | null }
  /** Deletes a thin id, whose device was removed before; one that does not exist is no error. */
  | { op: 'delete-thin'; pool: string; thinId: number }
  /** @throws HostError `thin-unknown` when the pool does not have this id. */
  | ({ op: 'create-thin-device' } & ThinTable)
  | ({ op: 'resize-thin-device' } & ThinTable)
  /* client: freezes (docs/decisions/thin-legs.md) */
  /**
   * Suspends these mappings, with the file systems on them, in this order. Before that it starts a process outside of the agent's control group, which resumes all
   * of them after `boundMs` and half a second, unless they were released. Throws when one cannot be suspended in time; the caller resumes the others.
   */
  | { op: 'hold-io'; id: string; boundMs: number; mappings: string[] }
  /** Resumes them. @throws HostError `freeze-interrupted`, and resumes none, when one of them is not suspended any more. */
  | { op: 'release-io'; id: string; mappings: string[] }
  /** No error if it is not suspended. */
  | { op: 'resume-mapping'; name: string }
  | { op: 'remove-mapping'; name: string }
  /**
   * From one moment on, every read and write fails for every process that has it open. Earlier I/O ends first, so all its legs hold the same data.
   * It releases the devices under it (`dmsetup wipe_table`, the target `error`). Data that a file system has not written yet is lost.
   */
  | { op: 'fail-mapping'; name: string }
  /**
   * The limits of this mapping in these top-level cgroups; null values remove limits. Reads the device number at the moment of acting, from the mapping of
   * this name and UUID. Enables the controller `io` in the root cgroup if a slice has no `io.max`.
   */
  | { op: 'set-io-limits'; name: string; uuid: string; slices: string[]; limits: IoLimits }
  /** dm-stats region with the latency histogram, program id `weft`. */
  | { op: 'create-stats'; name: string }
  /** `/dev/weft/<link>` → the mapping, root:disk 0660; by Weft's udev rule where udev runs. */
  | { op: 'publish-device'; link: string; name: string }
  | { op: 'unpublish-device'; link: string };

/** A dm-cache device. Reads and writes of `origin` go through it; `data` and `metadata` are on faster devices. */
export interface CacheTable {
  name: string;
  uuid: string;
  origin: string;
  data: string;
  metadata: string;
  lengthBytes: number;
  /** From 32 KiB to 1 GiB, a multiple of 32 KiB. */
  blockBytes: number;
  mode: CacheMode;
}

/** A dm-integrity device with a bitmap and crc32c over 4 KiB each (docs/decisions/integrity.md). */
export interface IntegrityTable {
  name: string;
  uuid: string;
  /** The leg's LV. */
  device: string;
  lengthBytes: number;
}

export interface PoolTable {
  name: string;
  uuid: string;
  data: string;
  metadata: string;
  /** Whole blocks. */
  lengthBytes: number;
  blockBytes: number;
}

export interface ThinTable {
  name: string;
  uuid: string;
  /** dm name. */
  pool: string;
  thinId: number;
  lengthBytes: number;
}

/** Operations that open, write, export or assemble devices which the plan knows by name. */
type DeviceOperation = Extract<
  Operation,
  {
    op:
      | 'create-volume-group'
      | 'remove-volume-group'
      | 'wipe-drive'
      | 'sanitize-drive'
      | 'check-sanitized'
      | 'create-namespace'
      | 'enable-namespace'
      | 'create-array'
      | 'assemble-array'
      | 'zero-superblock'
      | 'rename-array'
      | 'resync-recent-writes'
      | 'flush-member'
      | 're-add-member'
      | 'add-member'
      | 'replace-member'
      | 'create-linear'
      | 'create-striped'
      | 'resize-linear'
      | 'resize-striped'
      | 'create-crypt'
      | 'resize-crypt'
      | 'create-cache'
      | 'change-cache'
      | 'clean-cache'
      | 'move-leg-device'
      | 'create-integrity'
      | 'create-pool'
      | 'resize-pool'
      | 'create-thin-device'
      | 'resize-thin-device'
      | 'hold-io'
      | 'set-io-limits';
  }
>;
type DevicelessOperation = Exclude<Operation, DeviceOperation>;

/** What a host performs: each device comes with its identity at planning time. A host refuses a device whose identity has changed or is missing here. */
export type IdentifiedOperation = DevicelessOperation | (DeviceOperation & { expected: DeviceIdentity[] });

/** Identifies a device regardless of its name. The kernel reuses names: /dev/nvme3n1 may be another leg a second later. */
export type DeviceIdentity =
  /** Multipath head of a leg. */
  | { kind: 'namespace'; device: string; subsystemNqn: string; uuid: string; nsid: number; sizeBytes: number }
  | DriveIdentity
  | { kind: 'array'; device: string; uuid: string }
  /** A dm device, of Weft or of LVM: its dm UUID. */
  | { kind: 'mapping'; device: string; uuid: string };

/** Local NVMe namespace. `wwid`: EUI-64, NGUID or UUID as the kernel prints it; null: it prints none. */
export interface DriveIdentity {
  kind: 'drive';
  device: string;
  serial: string;
  nsid: number;
  wwid: string | null;
  sizeBytes: number;
}
