import type { AttachmentDocument } from '../../apps/server/src/domain/documents/attachment.document.js';
import type { VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { VOLUMES } from './apply.js';
import { isAttached, until, withVolumes } from './directed.js';
import { attach, createVolume, deleteVolume, detach, evict, grow, revoke } from './requests.js';
import { Sweep } from './sweep.js';

const SEED = 7;
const GROWN_BYTES = 3 * 2 ** 30;

/** A change that is cut at every step: what is there before it, the request, and how its end looks. */
export interface CutOperation {
  name: string;
  prepare(): Promise<Sweep>;
  /** One transaction of the server. */
  request(sweep: Sweep): void;
  isDone(sweep: Sweep): boolean;
  /** As if nobody had asked. */
  isUndone(sweep: Sweep): boolean;
}

const mirror = ({ stored }: Sweep): VolumeDocument | undefined => [...stored.volumes.values()].find(({ name }) => name === 'mirror');
const attachment = ({ stored }: Sweep): AttachmentDocument | undefined => [...stored.attachments.values()][0];
const drivesOf = (sweep: Sweep): string[] => mirror(sweep)?.legs.map(({ driveId }) => driveId) ?? [];
const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('the preparation is incomplete');
  return value;
};
const client = ({ clients }: Sweep, at: number): string => found(clients[at]).id;
const isAvailable = (sweep: Sweep): boolean => mirror(sweep)?.status.state === 'available';
const isAt = (sweep: Sweep, nodeId: string): boolean => attachment(sweep)?.nodeId === nodeId && isAttached(sweep);

const withMirror = () => withVolumes(SEED, ['mirror']);
async function attachedMirror(): Promise<Sweep> {
  const sweep = await withMirror();
  attach(sweep.stored, found(mirror(sweep))._id, client(sweep, 0), 'exclusive');
  if (!(await until(sweep, () => isAttached(sweep)))) throw new Error('the mirror was not attached');
  return sweep;
}

/** The first leg's drive, and all drives of its node. */
const firstDrive = (sweep: Sweep): string => found(sweep.stored.drives.get(found(drivesOf(sweep)[0])))._id;
const drivesOfNode = (sweep: Sweep): string[] => {
  const { nodeId } = found(sweep.stored.drives.get(firstDrive(sweep)));
  return [...sweep.stored.drives.values()].filter((each) => each.nodeId === nodeId).map(({ _id }) => _id);
};
const isEvicting = ({ stored }: Sweep): boolean => [...stored.drives.values()].some(({ spec }) => (spec.scheduling ?? 'open') !== 'open');
const leftCordoned = (sweep: Sweep): boolean =>
  isEvicting(sweep) && drivesOf(sweep).every((id) => (sweep.stored.drives.get(id)?.spec.scheduling ?? 'open') === 'open');

export const CUT_OPERATIONS: CutOperation[] = [
  {
    name: 'take',
    prepare: async () => new Sweep(SEED),
    // The orders are stored with the drives.
    request: () => undefined,
    isDone: ({ stored }) => [...stored.drives.values()].every(({ status }) => status.inService && status.capacityBytes > 0),
    isUndone: () => false,
  },
  {
    name: 'create',
    prepare: () => withVolumes(SEED, []),
    request: ({ stored }) => createVolume(stored, found(VOLUMES.find(({ name }) => name === 'mirror'))),
    isDone: isAvailable,
    isUndone: (sweep) => mirror(sweep) === undefined && sweep.stored.jobs.size === 0,
  },
  {
    name: 'attach',
    prepare: withMirror,
    request: (sweep) => attach(sweep.stored, found(mirror(sweep))._id, client(sweep, 0), 'exclusive'),
    isDone: (sweep) => isAt(sweep, client(sweep, 0)),
    isUndone: (sweep) => attachment(sweep) === undefined && isAvailable(sweep),
  },
  {
    name: 'detach',
    prepare: attachedMirror,
    request: (sweep) => detach(sweep.stored, found(attachment(sweep))._id),
    isDone: (sweep) => attachment(sweep) === undefined && isAvailable(sweep),
    isUndone: (sweep) => isAt(sweep, client(sweep, 0)),
  },
  {
    name: 'grow',
    prepare: attachedMirror,
    request: (sweep) => grow(sweep.stored, found(mirror(sweep))._id, GROWN_BYTES),
    isDone: (sweep) => mirror(sweep)?.spec.sizeBytes === GROWN_BYTES && !mirror(sweep)?.growth,
    isUndone: (sweep) => mirror(sweep)?.spec.sizeBytes !== GROWN_BYTES && !mirror(sweep)?.growth,
  },
  {
    name: 'delete',
    prepare: withMirror,
    request: (sweep) => deleteVolume(sweep.stored, found(mirror(sweep))._id),
    isDone: (sweep) => mirror(sweep) === undefined,
    isUndone: isAvailable,
  },
  {
    name: 'evict',
    prepare: attachedMirror,
    request: (sweep) => evict(sweep.stored, firstDrive(sweep)),
    isDone: leftCordoned,
    isUndone: (sweep) => !isEvicting(sweep),
  },
  {
    name: 'drain',
    prepare: attachedMirror,
    request: (sweep) => {
      for (const id of drivesOfNode(sweep)) evict(sweep.stored, id);
    },
    isDone: leftCordoned,
    isUndone: (sweep) => !isEvicting(sweep),
  },
  {
    name: 'force-move',
    prepare: attachedMirror,
    request: (sweep) => void revoke(sweep.stored, found(attachment(sweep))._id, { clientIsOff: false, targetsOff: [] }),
    isDone: (sweep) => attachment(sweep) === undefined && isAvailable(sweep),
    isUndone: (sweep) => isAt(sweep, client(sweep, 0)),
  },
];
