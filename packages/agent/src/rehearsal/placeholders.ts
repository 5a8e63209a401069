import type { Action } from '../host/kernel/run/action.js';
import type { Operation } from '../host/operations.js';
import type { SimulatedHost } from '../host/simulated/simulated-host.js';

/*
 * Only the kernel of the real machine knows the numbers of controllers, namespaces, arrays and nvmet ports. The rehearsal does not invent them: a
 * placeholder in angle brackets stands for each number and names its object.
 */

/** Fields of operations that hold kernel names, or paths in /dev. All others hold ids and names from users, which may look like a kernel name. */
const DEVICE_FIELDS = new Set(['device', 'devices', 'controller', 'subsystem', 'array', 'member', 'old']);

/** @param namesByUuid of legs, whose id is the UUID of their namespace, and of arrays of which a volume has several. */
export function withPlaceholders(operation: Operation, host: SimulatedHost, namesByUuid: ReadonlyMap<string, string>): Operation {
  let names: Map<string, string> | undefined;
  const named = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    const [, folder = '', name = ''] = /^(\/dev\/)?(.*)$/.exec(value) ?? [];
    names ??= kernelNames(host, namesByUuid);
    const placeholder = names.get(name);
    return placeholder === undefined ? value : `${folder}<${placeholder}>`;
  };
  return JSON.parse(JSON.stringify(operation), (key, value: unknown) => {
    if (!DEVICE_FIELDS.has(key)) return value;
    return Array.isArray(value) ? value.map(named) : named(value);
  });
}

function kernelNames({ storage, initiator, arrays }: SimulatedHost, namesByUuid: ReadonlyMap<string, string>): Map<string, string> {
  const at = ({ address, serviceId }: { address: string; serviceId: number }) => `${address}:${serviceId}`;
  return new Map([
    ...storage.drives.map(({ device, spec }) => [device, `drive ${spec.serial}`] as const),
    ...initiator.controllers.map(({ name, options }) => [name, `controller at ${at(options)}`] as const),
    ...[...initiator.subsystems.values()].map(({ name, nqn }) => {
      const path = initiator.controllers.find((controller) => controller.subsystemNqn === nqn);
      return [name, path ? `subsystem at ${at(path.options)}` : 'subsystem'] as const;
    }),
    ...initiator.heads.map(({ device, uuid }) => [device, namesByUuid.get(uuid) ?? `leg ${uuid}`] as const),
    ...arrays.list.map(({ device, uuid }) => [device, namesByUuid.get(uuid) ?? 'md array'] as const),
  ]);
}

/**
 * The number of an nvmet port is the lowest one that is free on the real machine.
 * @param unborn texts that the real change creates, such as ids, with the placeholder for each.
 */
export function withoutNumbers(
  action: Action,
  operation: Operation,
  { target }: SimulatedHost,
  unborn: ReadonlyMap<string, string>,
): Action {
  const nameOf = (id: number): string => {
    const port = target.ports.find(({ portId }) => portId === id) ?? (operation.op === 'link-port' ? operation : undefined);
    return port ? `<port at ${port.address}:${port.serviceId}>` : '<port>';
  };
  return JSON.parse(JSON.stringify(action), (key, value: unknown) => {
    if (key === 'portId' && typeof value === 'number') return nameOf(value);
    if (typeof value !== 'string') return value;
    const numbered = value.replace(/(?<=\/nvmet\/ports\/)\d+/g, (id) => nameOf(Number(id)));
    return [...unborn].reduce((text, [from, to]) => text.replaceAll(from, `<${to}>`), numbered);
  });
}
