/*
 * Primitive operations on a host. Each is idempotent and checks its own effect; order and safety are the planner's.
 * The kernel host turns each into a list of actions by a pure function, so that argument lists can be pinned by tests
 * and plans can be printed without being run.
 */

export interface DmSegment {
  startBytes: number;
  lengthBytes: number;
  device: string;
  offsetBytes: number;
}

export type Operation =
  /* target: drives and legs */
  /** pvcreate and vgcreate on a drive that was checked blank immediately before (S1): refuses with a HostError if anything is on it. */
  | { op: 'create-volume-group'; vg: string; device: string }
  /** Only an empty group; takes the PV label off too. */
  | { op: 'remove-volume-group'; vg: string; device: string }
  /** Erase a whole drive on an audited order: partition table, LVM, everything. Refuses while it is in use. */
  | {
      op: 'wipe-drive';
      device: string;
      serial: string;
      /** Volume group of another Weft drive that the order destroys with it: the drive was moved here from another node. Null: none. */
      foreignGroup: string | null;
    }
  | { op: 'create-logical-volume'; vg: string; lv: string; sizeBytes: number; tags: string[] }
  | { op: 'activate-logical-volume'; vg: string; lv: string }
  /** Off and on again, so that it lies on the device that its drive has now. Refuses while open or exported. */
  | { op: 'reactivate-logical-volume'; vg: string; lv: string }
  /** blkdiscard -z over the whole LV, then the tag WIPED_TAG (S2). Refuses while the LV is open. */
  | { op: 'wipe-logical-volume'; vg: string; lv: string }
  /**
   * The zeroed volume `growth` of the same group is dissolved, and its very extents become the end of `lv`, which is tagged GROWN_TAG before: so no byte
   * that was not zeroed is ever in a leg (S2). `lv` may be open.
   */
  | { op: 'merge-logical-volume'; vg: string; lv: string; growth: string; sizeBytes: number }
  /** GROWN_TAG off. */
  | { op: 'settle-logical-volume'; vg: string; lv: string }
  /** Refuses while open (S5). */
  | { op: 'remove-logical-volume'; vg: string; lv: string }
  /* target: exports */
  /** One host: refuses while another one is allowed (S3). */
  | { op: 'create-subsystem'; nqn: string; serial: string; model: string; hostNqn: string }
  | { op: 'create-namespace'; nqn: string; nsid: number; devicePath: string; uuid: string; nguid: string }
  /**
   * Refuses while a subsystem other than those of `besides` has a namespace of the same UUID or device enabled (S3): looked up at the moment of acting, so
   * that a plan made earlier cannot enable a leg for a second host. The target opens `devicePath` now, which `create-namespace` only wrote down.
   */
  | { op: 'enable-namespace'; nqn: string; nsid: number; devicePath: string; uuid?: string; besides?: string[] }
  /** The size is read anew, and told to every client that is connected. */
  | { op: 'revalidate-namespace'; nqn: string; nsid: number }
  /** Creates the port (lowest free id) if no port has this transport, address and service id, then links the subsystem: it listens from then on. */
  | { op: 'link-port'; nqn: string; transport: 'rdma' | 'tcp'; address: string; serviceId: number }
  /* Taking an export away, in the fence's order: the host first, the ports, then the namespaces (drains), then a check, then rmdir. */
  | { op: 'disallow-host'; nqn: string; hostNqn: string }
  | { op: 'unlink-port'; nqn: string; transport: 'rdma' | 'tcp'; address: string; serviceId: number }
  | { op: 'disable-namespace'; nqn: string; nsid: number }
  /** Of a subsystem that goes on with others. Refused while it is enabled. */
  | { op: 'remove-namespace'; nqn: string; nsid: number }
  /** No open LV and no connection on the subsystem's ports: throws while there still is one. */
  | { op: 'check-drained'; nqn: string; devicePaths: string[]; transport: 'rdma' | 'tcp'; serviceId: number }
  /**
   * Changes nothing. Throws unless a host has an I/O queue to this service id, at this moment, from an address that is not among `hostAddresses`: the evidence
   * that a fence of a foreign host rests on.
   */
  | { op: 'check-foreign-host'; nqn: string; transport: 'rdma' | 'tcp'; serviceId: number; hostAddresses: string[] }
  /** rmdir of namespaces, subsystem, and of ports without a subsystem that had this service id. */
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
    }
  /** Refused for a controller or a subsystem of another NQN: the kernel gives their names to others. */
  | { op: 'set-fast-io-fail'; controller: string; nqn: string; seconds: number }
  | { op: 'set-io-policy'; subsystem: string; nqn: string; policy: 'numa' | 'round-robin' | 'queue-depth' }
  /**
   * Asks the controller something and gives it a second. One that cannot answer goes into the kernel's error recovery at once, instead of when keep-alive
   * notices: what is in flight goes to the other paths. (Not `reset_controller`: it leaves the queues quiesced until the path is connected again, and a
   * request that had chosen the path waits there with all that waits for it.)
   */
  | { op: 'probe-controller'; controller: string; nqn: string }
  /**
   * RDMA in software (rdma_rxe): what a NIC without carrier would send is refused for the next 0.7 s, connection management aside. A queue pair whose
   * request is refused ends at once, instead of repeating it for seconds, and its controller goes into the kernel's error recovery. A NIC with carrier is
   * left alone; without nft, before Linux 6.12, and for an adapter that sends by itself, nothing is refused.
   */
  | { op: 'refuse-sending'; nic: string }
  /**
   * NVMe/TCP: ends the connections from one of the client's addresses to one service id of any target (SOCK_DESTROY of sock_diag(7)): their controllers go
   * into the kernel's error recovery at once. A kernel without CONFIG_INET_DIAG_DESTROY ends nothing and says nothing: keep-alive notices.
   */
  | { op: 'abort-connections'; hostAddress: string; serviceId: number }
  /**
   * What the machine believes of a target's link-layer address. The RDMA connection manager takes an entry of any age (dst_fetch_ha in the kernel's
   * drivers/infiniband/core/addr.c) and then repeats its request to a dead target for a minute, during which the controller cannot be deleted;
   * without the entry the address has to be resolved first, which fails after 3 s (NVME_RDMA_CM_TIMEOUT_MS).
   */
  | { op: 'forget-neighbour'; address: string; nic: string }
  | { op: 'disconnect'; controller: string; nqn: string }
  /* client: arrays */
  /** Once in a volume's life. Devices in role order; all were checked to carry no superblock. */
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
  /** Explicit list of devices, never --force. `run` only for an accepted loss. `holder`: the name written into the superblocks before the start; never read-only. */
  | { op: 'assemble-array'; name: string; uuid: string; devices: string[]; readOnly: boolean; run: boolean; holder?: string | undefined }
  /** Clears the md superblock of a leg that carries exactly this array UUID; refuses any other. */
  | { op: 'zero-superblock'; device: string; uuid: string }
  | { op: 'stop-array'; device: string; uuid: string }
  /** After an accepted loss: the listed legs of the epoch before get the new UUID. Starts nothing. */
  | { op: 'rename-array'; name: string; uuid: string; previousUuid: string; devices: string[] }
  /** Fails an active member (kernel name). md refuses it for the last one that holds its data. */
  | { op: 'fail-member'; array: string; uuid: string; member: string }
  /** Takes a failed member (kernel name) out, whose device may be gone. */
  | { op: 'remove-member'; array: string; uuid: string; member: string }
  /** A leg of the same history: only what the bitmap marks is copied. */
  | { op: 're-add-member'; array: string; uuid: string; device: string }
  /** A leg without a superblock becomes a spare, which md copies onto at once if a place is free. */
  | { op: 'add-member'; array: string; uuid: string; device: string }
  /** The same, and it is to take the place of `old` (kernel name), which stays until all is copied. */
  | { op: 'replace-member'; array: string; uuid: string; old: string; device: string }
  | { op: 'set-sync-speed'; array: string; uuid: string; minBytesPerSecond: number; maxBytesPerSecond: number }
  /** To all that the legs offer, at least `sizeBytes`. What is new is zero on all sides (S2): no resync. */
  | { op: 'grow-array'; array: string; uuid: string; sizeBytes: number }
  /* client: mappings */
  | { op: 'create-linear'; name: string; uuid: string; segments: DmSegment[]; readOnly: boolean }
  | { op: 'create-striped'; name: string; uuid: string; chunkBytes: number; lengthBytes: number; devices: string[]; readOnly: boolean }
  /** Longer, online: what the old table maps stays where it is. The statistics region is made anew over all of it. */
  | { op: 'resize-linear'; name: string; uuid: string; segments: DmSegment[]; readOnly: boolean }
  | { op: 'resize-striped'; name: string; uuid: string; chunkBytes: number; lengthBytes: number; devices: string[]; readOnly: boolean }
  | { op: 'remove-mapping'; name: string }
  /**
   * Every read and write of it fails from here on, at one moment, for whoever has it open; what was begun before ends first, so all its legs hold the same.
   * It lets go of what is under it (`dmsetup wipe_table`, the target `error`). Data that a file system has not written yet is not written.
   */
  | { op: 'fail-mapping'; name: string }
  /** dm-stats region with the latency histogram, program id `weft`. */
  | { op: 'create-stats'; name: string }
  /** `/dev/weft/<link>` → the mapping, root:disk 0660; by our udev rule where udev runs. */
  | { op: 'publish-device'; link: string; name: string }
  | { op: 'unpublish-device'; link: string };

/** Operations that open, write, export or put together devices which the plan knows by name. */
type DeviceOperation = Extract<
  Operation,
  {
    op:
      | 'create-volume-group'
      | 'remove-volume-group'
      | 'wipe-drive'
      | 'create-namespace'
      | 'enable-namespace'
      | 'create-array'
      | 'assemble-array'
      | 'zero-superblock'
      | 'rename-array'
      | 're-add-member'
      | 'add-member'
      | 'replace-member'
      | 'create-linear'
      | 'create-striped'
      | 'resize-linear'
      | 'resize-striped';
  }
>;
type DevicelessOperation = Exclude<Operation, DeviceOperation>;

/** What a host performs: with each device goes what it was when the plan was made. A host refuses a device that is another one by now, or has no identity here. */
export type IdentifiedOperation = DevicelessOperation | (DeviceOperation & { expected: DeviceIdentity[] });

/** By which a device is known, whatever its name is. Kernel names go to other devices: /dev/nvme3n1 may be another leg a second later. */
export type DeviceIdentity =
  /** Multipath head of a leg. */
  | { kind: 'namespace'; device: string; subsystemNqn: string; uuid: string; nsid: number; sizeBytes: number }
  | DriveIdentity
  | { kind: 'array'; device: string; uuid: string }
  /** A dm device, of ours or of LVM: its dm UUID. */
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
