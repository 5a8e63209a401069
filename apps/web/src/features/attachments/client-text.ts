import type { Node } from '../../api/types.js';
import { labelsText } from '../../forms/labels-text.js';
import { valueText } from '../../ui/text/value-text.js';

const STATES: Record<Node['connection']['state'], string> = { online: 'online', lost: 'lost', never: 'never connected' };

/** Labels that say where a node stands. */
const PLACE = ['zone', 'rack'];
const placeOf = ({ labels }: Pick<Node, 'labels'>) => Object.fromEntries(PLACE.flatMap((key) => (labels[key] ? [[key, labels[key]]] : [])));

/**
 * `c1: online, rack=r1, CPU 4.1 %`: a node as a choice of client.
 * @param cpu share of the CPU time of all its cores; null: not observed
 */
export function clientText(node: Pick<Node, 'name' | 'connection' | 'maintenance' | 'labels'>, cpu: number | null): string {
  const isOnline = node.connection.state === 'online';
  const facts = [
    STATES[node.connection.state],
    node.maintenance ? 'in maintenance' : '',
    labelsText(placeOf(node)),
    // The last value of an offline node is none of now.
    isOnline ? `CPU ${cpu === null ? 'not known' : valueText(cpu, 'ratio')}` : '',
  ];
  return `${node.name}: ${facts.filter((fact) => fact !== '').join(', ')}`;
}
