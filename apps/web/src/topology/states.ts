import { healthWords, soundHealths } from '@weft/shared/kinds/volume';
import type { Tone } from '../ui/marks/mark.js';
import type { Fabric, FabricAttachment, FabricDrive, FabricNode, FabricVolume } from './fabric.js';

/** A state in the picture and its outline: a word and its severity. The object's own page has the reason. */
export interface State {
  tone: Tone;
  what: string;
}

const SCHEDULED: Record<FabricNode['scheduling'], State> = {
  open: { tone: 'good', what: 'online' },
  cordoned: { tone: 'busy', what: 'online, cordoned' },
  evicting: { tone: 'busy', what: 'online, draining' },
  evicted: { tone: 'idle', what: 'online, drained' },
};

export function nodeState({ connection, inMaintenance, troubled, scheduling }: FabricNode): State {
  if (connection === 'never') return { tone: 'warn', what: 'never connected' };
  if (connection === 'lost') return inMaintenance ? { tone: 'warn', what: 'offline, maintenance' } : { tone: 'bad', what: 'lost' };
  if (troubled) return { tone: 'warn', what: 'online, in trouble' };
  if (inMaintenance) return { tone: 'busy', what: 'in maintenance' };
  return SCHEDULED[scheduling];
}

/** For a lost node, the state of a drive is from the node's last report. */
export function driveState(drive: FabricDrive, node: FabricNode | undefined): State {
  const { state, troubled, scheduling } = drive;
  if (state === 'missing') return { tone: 'bad', what: 'missing' };
  if (node?.connection === 'lost') return { tone: node.inMaintenance ? 'warn' : 'bad', what: `${inService(state)}, its node is lost` };
  switch (state) {
    case 'available':
      return { tone: 'idle', what: 'available' };
    case 'occupied':
      return { tone: 'idle', what: 'occupied' };
    case 'in-service':
      if (troubled) return { tone: 'warn', what: 'in service, in trouble' };
      if (scheduling === 'open') return { tone: 'good', what: 'in service' };
      return { tone: scheduling === 'evicted' ? 'idle' : 'busy', what: scheduling };
    default:
      return { tone: 'busy', what: state };
  }
}
const inService = (state: FabricDrive['state']) => (state === 'in-service' ? 'in service' : state);

const HEALTH_TONES: Record<FabricVolume['health'], Tone> = {
  healthy: 'good',
  detached: 'idle',
  degraded: 'warn',
  rebuilding: 'warn',
  unknown: 'warn',
  stalled: 'bad',
  broken: 'bad',
  unavailable: 'bad',
};

export function volumeState({ state, health, legs }: FabricVolume): State {
  if (state !== 'available') return { tone: 'busy', what: state };
  const doubtful = legs.some((leg) => isDoubtful(leg.health));
  const unconfirmed = doubtful && soundHealths.includes(health);
  return { tone: unconfirmed ? 'warn' : HEALTH_TONES[health], what: healthWords(health, unconfirmed) };
}
type LegHealth = FabricVolume['legs'][number]['health'];
const isDoubtful = (health: LegHealth): boolean => health !== null && health !== 'healthy' && health !== 'pending';

const LEG_TONES: Record<NonNullable<LegHealth>, Tone> = {
  healthy: 'good',
  pending: 'idle',
  unknown: 'warn',
  rebuilding: 'busy',
  unhealthy: 'warn',
  missing: 'bad',
  stalled: 'bad',
};
export const legState = (health: LegHealth): State =>
  health === null ? { tone: 'idle', what: 'not checked yet' } : { tone: LEG_TONES[health], what: health };

export function attachmentState({ state, troubled, paths, livePaths }: FabricAttachment): State {
  if (state === 'attached') {
    if (troubled) return { tone: 'bad', what: 'attached, in trouble' };
    return livePaths < paths ? { tone: 'warn', what: `${livePaths} of ${paths} paths live` } : { tone: 'good', what: 'attached' };
  }
  return { tone: state === 'revoked' ? 'warn' : 'busy', what: state };
}

/** For a lost node, the state of a NIC is from the node's last report too. */
export function nicState({ up }: { up: boolean }, node: FabricNode | undefined): State {
  if (!up) return { tone: 'bad', what: 'down' };
  return node?.connection === 'lost' ? { tone: 'warn', what: 'up, its node is lost' } : { tone: 'good', what: 'up' };
}

const GRAVITY: readonly Tone[] = ['good', 'idle', 'busy', 'warn', 'bad'];
export const gravest = (tones: Iterable<Tone>): Tone => {
  let worst = 0;
  for (const tone of tones) worst = Math.max(worst, GRAVITY.indexOf(tone));
  return GRAVITY[worst] ?? 'good';
};

/** State of an object of the picture, by its key; null: it has none. */
export function stateOf(fabric: Fabric, key: string): State | null {
  const [kind, id] = splitKey(key);
  switch (kind) {
    case 'node': {
      const node = fabric.nodes.get(id);
      return node ? nodeState(node) : null;
    }
    case 'drive': {
      const drive = fabric.drives.get(id);
      return drive ? driveState(drive, fabric.nodes.get(drive.nodeId)) : null;
    }
    case 'volume': {
      const volume = fabric.volumes.get(id);
      return volume ? volumeState(volume) : null;
    }
    case 'attachment': {
      const attachment = fabric.attachments.get(id);
      return attachment ? attachmentState(attachment) : null;
    }
    case 'nic': {
      const nic = nicOf(fabric, id);
      return nic ? nicState(nic, fabric.nodes.get(id.slice(0, id.indexOf('/')))) : null;
    }
    default:
      return null;
  }
}

/** Splits `drive:<id>` into `drive` and the id. */
export function splitKey(key: string): [kind: string, id: string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}

export function nicOf(fabric: Fabric, id: string) {
  const at = id.indexOf('/');
  return fabric.nodes.get(id.slice(0, at))?.nics.find(({ name }) => name === id.slice(at + 1));
}
