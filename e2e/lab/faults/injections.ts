/** The faults, as a person with a hammer would cause them. The row that causes a fault also undoes it. */
import { onTestFinished } from 'vitest';
import type { Fabric } from '../fabric/fabric.js';
import type { Machine } from '../machines/machine.js';

/** Drops all frames of these storage networks: the targets' cables are pulled, and clients only see that nothing answers. */
export async function silence({ cluster }: Fabric, networks: readonly number[], isSilent: boolean): Promise<void> {
  await Promise.all(cluster.targets.flatMap((target) => networks.map((network) => target.setLink(network, !isSilent))));
}

/** Unlinks every subsystem from the target's ports of one network, which ends their controllers in order. @returns how many ports. */
export async function closePorts(target: Machine, network: number): Promise<number> {
  const address = target.spec.nics.find((nic) => nic.network === network)?.address ?? '';
  const closed = await target.run(`for port in /sys/kernel/config/nvmet/ports/*; do
  [ -e $port/addr_traddr ] && [ "$(cat $port/addr_traddr)" = ${address} ] || continue
  for link in $port/subsystems/*; do [ -e $link ] && rm $link && echo $link; done
done; true`);
  return closed.split('\n').filter(Boolean).length;
}

/** Power loss and cold boot of several machines: all are off before they start again one after another in the given order. */
export async function coldBoot(machines: readonly Machine[]): Promise<void> {
  await Promise.all(machines.map((machine) => machine.kill()));
  for (const machine of machines) await machine.start();
}

/** Returns the machines in random order, and prints it. */
export function shuffled(machines: readonly Machine[]): Machine[] {
  const order = machines.map((machine) => ({ machine, rank: Math.random() })).sort((a, b) => a.rank - b.rank);
  console.log(`order: ${order.map(({ machine }) => machine.name).join(', ')}`);
  return order.map(({ machine }) => machine);
}

/** A number, because the machines have no /etc/protocols. */
const TCP = 6;

/** Drops the agent's traffic to the server until undone or until the row ends; storage networks and the lab's own commands go on. @returns how to undo it. */
export async function cutFromServer({ server }: Fabric, machine: Machine): Promise<() => Promise<void>> {
  const undo = async () => {
    await machine.run('while ip rule del pref 10 2>/dev/null; do :; done');
  };
  onTestFinished(undo);
  await machine.run(`ip rule add pref 10 ipproto ${TCP} dport ${server.port} blackhole`);
  return undo;
}
