import type { Message } from '@weft/shared/text/message';
import { messageOf } from '@weft/shared/text/rendering/render';
import { byText, type WorldNode } from '../deployment-world.js';

/*
 * Racks and zones from the names of nodes. A guess is made only if the names of all nodes without the label have the part, and with it there are at least
 * two values: `r1-n3`, `rack-07-node-2`, `dc2-store-1`. Agents do not read LLDP.
 */

export type PlaceKey = 'rack' | 'zone';

const parts: Record<PlaceKey, { pattern: RegExp; prefix: string }> = {
  rack: { pattern: /(?:^|[-_.])(?:rack|rk|r)-?0*(\d+(?=$|[-_.a-z])|[a-z](?=$|[-_.]))/, prefix: 'r' },
  zone: { pattern: /(?:^|[-_.])(?:zone|az|dc|z)-?0*(\d+(?=$|[-_.a-z])|[a-z](?=$|[-_.]))/, prefix: 'z' },
};

export function guessPlaces(nodes: readonly WorldNode[], key: PlaceKey): { labels: Map<string, string>; remark: Message | null } {
  const none = { labels: new Map<string, string>(), remark: messageOf('no-label-guessed', { key }) };
  const without = nodes.filter(({ labels }) => labels[key] === undefined);
  if (without.length === 0) return { ...none, remark: null };
  const { pattern, prefix } = parts[key];
  const labels = new Map<string, string>();
  for (const { id, name } of without) {
    const value = pattern.exec(name)?.[1];
    if (value === undefined) return none;
    labels.set(id, `${prefix}${value}`);
  }
  const all = new Set([...labels.values(), ...nodes.flatMap(({ labels: own }) => own[key] ?? [])]);
  if (all.size < 2) return none;
  const values = [...new Set(labels.values())].sort(byText);
  return { labels, remark: messageOf('guessed-label', { key, values, nodes: without.map(({ name }) => name) }) };
}
