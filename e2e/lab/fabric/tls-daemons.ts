import { until } from '../../support/api-client.js';
import { installTlshd } from '../machines/debian-program.js';
import type { Fabric } from './fabric.js';

/** Starts tlshd on these machines, and waits until their agents have reported that they can encrypt paths. */
export async function startTlsDaemons(fabric: Fabric, names: readonly string[]): Promise<void> {
  // One after the other: the first makes the archive.
  for (const name of names) await installTlshd(fabric.machine(name));
  for (const name of names) await fabric.killAgent(fabric.machine(name));
  for (const name of names) await fabric.startAgent(fabric.machine(name));
  await until('tlshd ready in every inventory', 180, async () => {
    const nodes = await Promise.all(names.map((name) => fabric.node(name)));
    const abilities = nodes.map(({ capabilities }) => capabilities?.tls);
    return abilities.every((tls) => tls?.daemon === 'ready' && tls.client && tls.target) || undefined;
  });
}
