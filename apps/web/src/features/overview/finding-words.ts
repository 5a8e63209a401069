import type { Finding } from '../../api/types.js';
import type { Tone } from '../../ui/status.js';

export const TONES: Record<Finding['severity'], Tone> = { bad: 'bad', warn: 'warn', info: 'idle' };

const volumes = (count: number) => `${count} ${count === 1 ? 'volume' : 'volumes'}`;

/** Being detached is nothing wrong; that legs are out of reach is. */
export const healthText = (health: string): string => (health === 'detached' ? 'detached and not whole' : health);

/** `2 volumes degraded, 1 stalled`: what follows from a cause; empty when nothing does. */
export const affectedText = ({ affected }: Pick<Finding, 'affected'>): string =>
  affected.map(({ health, count }, at) => `${at === 0 ? volumes(count) : count} ${healthText(health)}`).join(', ');

/** `12 volumes healthy, 2 degraded; 5 nodes online, 1 lost`. */
export function wholeText({
  volumes: ofVolumes,
  nodes,
}: {
  volumes: { total: number; byHealth: readonly { health: string; count: number }[] };
  nodes: { online: number; lost: number; never: number };
}): string {
  const healths = ofVolumes.byHealth.map(({ health, count }, at) => `${at === 0 ? volumes(count) : count} ${health}`);
  const others = [nodes.lost > 0 ? `${nodes.lost} lost` : null, nodes.never > 0 ? `${nodes.never} never connected` : null];
  const online = `${nodes.online} ${nodes.online === 1 ? 'node' : 'nodes'} online`;
  return [healths.join(', ') || 'no volume', [online, ...others.filter(Boolean)].join(', ')].join('; ');
}
