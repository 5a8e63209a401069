import { lvName, vgName, WIPED_TAG } from '@weft/shared/identity';
import type { AssignmentContent } from '@weft/shared/messages/assignment';
import type { FastState, LogicalVolume, SlowState } from '../host/host.js';
import { NO_FACTS } from '../ledger/facts.js';
import type { World } from '../plan/plan.js';
import { LEG_TAG } from '../plan/target/leg-tags.js';
import { unreadableSlow } from '../reconcile/observer.js';
import { contentFor, type Example, id, MiB } from './example-cluster.js';

export const UP: Example = { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' };

export const emptyFast = (): FastState => ({
  bootId: 'boot-1',
  subsystems: [],
  ports: [],
  controllers: [],
  initiatorSubsystems: [],
  heads: [],
  arrays: [],
  mappings: [],
  links: [],
  nics: [],
  localNamespaces: [],
});

/** A world of one node with an empty host; tests add what they need. */
export function world(content: AssignmentContent = contentFor(1, UP), more: Partial<World> = {}): World {
  return {
    generation: 1,
    content,
    fast: emptyFast(),
    slow: unreadableSlow(null),
    facts: NO_FACTS,
    driveDevices: new Map(),
    probes: new Map(),
    paths: new Map(),
    connections: null,
    limits: null,
    returns: new Map(),
    run: 'run 1',
    nowMs: 0,
    wallMs: 0,
    ...more,
  };
}

type Drive = SlowState['inventory']['drives'][number];

export const drive = (more: Partial<Drive> = {}): Drive => ({
  serial: 'S1',
  nsid: 1,
  model: 'm',
  firmware: '1',
  wwid: null,
  sizeBytes: 1024 * MiB,
  logicalBlockBytes: 512,
  pciAddress: null,
  numaNode: null,
  contents: [],
  weftDriveId: null,
  inUse: false,
  smart: null,
  ...more,
});

export const legVolume = (leg: number, more: Partial<LogicalVolume> = {}): LogicalVolume => ({
  vg: vgName(id('drive', 1)),
  lv: lvName(id('leg', leg)),
  sizeBytes: 64 * MiB,
  tags: [LEG_TAG, WIPED_TAG],
  active: true,
  open: false,
  backed: true,
  devicePath: `/dev/${vgName(id('drive', 1))}/${lvName(id('leg', leg))}`,
  dmUuid: `LVM-${leg}`,
  ...more,
});

export const slowWith = (drives: Drive[], volumes: LogicalVolume[], { group = true } = {}): SlowState => {
  const base = unreadableSlow(null);
  const vg = {
    vg: vgName(id('drive', 1)),
    pvDevice: '/dev/nvme0n1',
    sizeBytes: 1024 * MiB,
    freeBytes: 512 * MiB,
    largestFreeBytes: 512 * MiB,
    extentBytes: 4 * MiB,
  };
  return {
    volumeGroups: group ? [vg] : [],
    logicalVolumes: volumes,
    caches: [],
    pools: [],
    thins: [],
    integrities: [],
    inventory: { ...base.inventory, drives },
  };
};

export const operations = (plan: { steps: { operation: { op: string } }[] }): string[] => plan.steps.map((step) => step.operation.op);
