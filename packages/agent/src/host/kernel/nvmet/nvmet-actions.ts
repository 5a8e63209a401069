import type { Operation } from '../../operations.js';
import type { Action } from '../run/action.js';
import type { Surroundings } from '../run/host-snapshot.js';
import { below, NVMET } from '../run/paths.js';
import { TLS } from './observe-nvmet.js';

/** Disabling drains I/O in flight; a drive that does not answer can block it for ever. */
const DISABLE_SECONDS = 30;

type NvmetOperation = Extract<
  Operation,
  {
    op:
      | 'set-host-keys'
      | 'set-tls-key'
      | 'forget-tls-keys'
      | 'create-subsystem'
      | 'create-namespace'
      | 'enable-namespace'
      | 'revalidate-namespace'
      | 'link-port'
      | 'disallow-host'
      | 'unlink-port'
      | 'disable-namespace'
      | 'remove-namespace'
      | 'check-drained'
      | 'check-foreign-host'
      | 'remove-subsystem';
  }
>;

export function nvmetActions(operation: NvmetOperation, around: Pick<Surroundings, 'ports' | 'subsystems'>): Action[] {
  if (operation.op === 'set-host-keys') return hostKeyActions(operation);
  if (operation.op === 'set-tls-key' || operation.op === 'forget-tls-keys') return tlsKeyActions(operation);
  const subsystem = below(NVMET, 'subsystems', operation.nqn);
  switch (operation.op) {
    case 'create-subsystem': {
      const host = below(NVMET, 'hosts', operation.hostNqn);
      return [
        { do: 'mkdir', path: subsystem },
        { do: 'write', path: `${subsystem}/attr_allow_any_host`, value: '0' },
        { do: 'write', path: `${subsystem}/attr_serial`, value: operation.serial },
        { do: 'write', path: `${subsystem}/attr_model`, value: operation.model },
        { do: 'check', fact: { fact: 'no-other-host', nqn: operation.nqn, hostNqn: operation.hostNqn } },
        // After the check: a refused host leaves nothing.
        { do: 'mkdir', path: host },
        { do: 'symlink', path: below(NVMET, 'subsystems', operation.nqn, 'allowed_hosts', operation.hostNqn), target: host },
      ];
    }
    case 'create-namespace': {
      const namespace = `${subsystem}/namespaces/${operation.nsid}`;
      // The identity must never change: with another one the initiator drops the device ("identifiers changed").
      return [
        { do: 'check', fact: { fact: 'block-device', path: operation.devicePath } },
        { do: 'mkdir', path: namespace },
        { do: 'write', path: `${namespace}/device_path`, value: operation.devicePath },
        { do: 'write', path: `${namespace}/device_uuid`, value: operation.uuid },
        { do: 'write', path: `${namespace}/device_nguid`, value: operation.nguid },
      ];
    }
    case 'enable-namespace':
      return [
        {
          do: 'check',
          fact: { fact: 'leg-enabled-once', nqn: operation.nqn, nsid: operation.nsid, besides: operation.besides ?? [] },
          unless: { fact: 'value', path: `${subsystem}/namespaces/${operation.nsid}/enable`, value: '1' },
        },
        {
          do: 'check',
          fact: { fact: 'value', path: `${subsystem}/namespaces/${operation.nsid}/device_path`, value: operation.devicePath },
        },
        { do: 'write', path: `${subsystem}/namespaces/${operation.nsid}/enable`, value: '1', blocking: true, seconds: DISABLE_SECONDS },
      ];
    case 'revalidate-namespace':
      return [{ do: 'write', path: `${subsystem}/namespaces/${operation.nsid}/revalidate_size`, value: '1', always: true }];
    case 'link-port':
      return linkPort(operation, around);
    case 'disallow-host':
      return [
        { do: 'unlink', path: below(NVMET, 'subsystems', operation.nqn, 'allowed_hosts', operation.hostNqn) },
        { do: 'rmdir', path: below(NVMET, 'hosts', operation.hostNqn), when: { fact: 'host-unused', hostNqn: operation.hostNqn } },
      ];
    case 'unlink-port':
      return around.ports
        .filter((port) => isPort(port, operation))
        .map((port) => ({ do: 'unlink', path: below(NVMET, 'ports', port.portId, 'subsystems', operation.nqn) }) as const);
    case 'disable-namespace':
      return [
        {
          do: 'write',
          path: `${subsystem}/namespaces/${operation.nsid}/enable`,
          value: '0',
          blocking: true,
          seconds: DISABLE_SECONDS,
          unless: { fact: 'absent', path: `${subsystem}/namespaces/${operation.nsid}` },
        },
      ];
    case 'remove-namespace': {
      const path = `${subsystem}/namespaces/${operation.nsid}`;
      return [
        { do: 'check', fact: { fact: 'value', path: `${path}/enable`, value: '0' }, unless: { fact: 'absent', path } },
        { do: 'rmdir', path },
      ];
    }
    case 'check-drained':
      return [
        ...operation.devicePaths.map((device) => ({ do: 'check', fact: { fact: 'released-by', device, nqn: operation.nqn } }) as const),
        { do: 'check', fact: { fact: 'no-connections', transport: operation.transport, serviceId: operation.serviceId } },
      ];
    case 'check-foreign-host': {
      const { nqn, transport, serviceId, hostAddresses } = operation;
      return [{ do: 'check', fact: { fact: 'foreign-host', nqn, transport, serviceId, hostAddresses } }];
    }
    case 'remove-subsystem':
      return removeSubsystem(operation.nqn, operation.serviceId, around);
  }
}

function hostKeyActions({ hostNqn, hostKeyId, controllerKeyId }: Extract<Operation, { op: 'set-host-keys' }>): Action[] {
  const host = below(NVMET, 'hosts', hostNqn);
  return [
    { do: 'mkdir', path: host },
    { do: 'check', fact: { fact: 'authenticates-hosts', hostNqn } },
    // The kernel creates the attributes with mode 0644.
    { do: 'close-to-others', path: host, mode: 0o700 },
    { do: 'write-secret', path: `${host}/dhchap_ctrl_key`, keyId: controllerKeyId },
    // Last: only this attribute makes the target authenticate the host.
    { do: 'write-secret', path: `${host}/dhchap_key`, keyId: hostKeyId },
  ];
}

/** The new key first: a client or target that looks for one finds either. */
function tlsKeyActions(operation: Extract<Operation, { op: 'set-tls-key' | 'forget-tls-keys' }>): Action[] {
  if (operation.op === 'forget-tls-keys') return [{ do: 'drop-tls-keys', nqn: operation.nqn }];
  const { keyId, hostNqn, nqn } = operation;
  return [
    { do: 'add-tls-key', keyId, hostNqn, nqn },
    { do: 'drop-tls-keys', nqn, hostNqn, exceptKeyId: keyId },
  ];
}

interface PortKey {
  transport: string;
  address: string;
  serviceId: number;
}
const isPort = (port: PortKey, key: PortKey): boolean =>
  port.transport === key.transport && port.address === key.address && port.serviceId === key.serviceId;

/** A port is enabled by its first subsystem link; its address can be written only before that. */
function linkPort(operation: Extract<Operation, { op: 'link-port' }>, { ports }: Pick<Surroundings, 'ports'>): Action[] {
  const portId = portIdFor(operation, ports);
  const port = below(NVMET, 'ports', portId);
  return [
    { do: 'mkdir', path: port },
    { do: 'write', path: `${port}/addr_trtype`, value: operation.transport },
    { do: 'write', path: `${port}/addr_adrfam`, value: operation.address.includes(':') ? 'ipv6' : 'ipv4' },
    { do: 'write', path: `${port}/addr_traddr`, value: operation.address },
    { do: 'write', path: `${port}/addr_trsvcid`, value: String(operation.serviceId) },
    ...secureChannel(
      operation,
      port,
      ports.find((each) => each.portId === portId),
    ),
    { do: 'symlink', path: below(NVMET, 'ports', portId, 'subsystems', operation.nqn), target: below(NVMET, 'subsystems', operation.nqn) },
  ];
}

/** Only a port of TCP takes `tls1.3`, and only then `required` means it. An interrupted run may have left a port with TLS that is to be without. */
function secureChannel({ tls }: { tls?: boolean }, port: string, found: Surroundings['ports'][number] | undefined): Action[] {
  if (tls)
    return [
      { do: 'write', path: `${port}/addr_tsas`, value: TLS },
      { do: 'write', path: `${port}/addr_treq`, value: 'required' },
    ];
  return found?.tls ? [{ do: 'write', path: `${port}/addr_tsas`, value: 'none' }] : [];
}

/** The port with this address; else a port that an interrupted run left without a subsystem and a full address; else the lowest free id. */
function portIdFor(key: PortKey, ports: Surroundings['ports']): number {
  const same = ports.find((port) => isPort(port, key));
  if (same) return same.portId;
  const unfinished = ports.find((port) => port.subsystemNqns.length === 0 && (port.address === '' || port.transport === ''));
  if (unfinished) return unfinished.portId;
  const taken = new Set(ports.map((port) => port.portId));
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}

/** Refuses rmdir of an enabled namespace or a linked subsystem: that would be a fence in the wrong order. */
function removeSubsystem(nqn: string, serviceId: number, { ports, subsystems }: Pick<Surroundings, 'ports' | 'subsystems'>): Action[] {
  const path = below(NVMET, 'subsystems', nqn);
  const found = subsystems.find((subsystem) => subsystem.nqn === nqn);
  const own = ports.filter((port) => port.serviceId === serviceId && port.subsystemNqns.every((linked) => linked === nqn));
  return [
    { do: 'check', fact: { fact: 'subsystem-released', nqn } },
    ...(found?.namespaces ?? []).map(({ nsid }) => ({ do: 'rmdir', path: `${path}/namespaces/${nsid}` }) as const),
    { do: 'rmdir', path },
    ...own.map(({ portId }) => ({ do: 'rmdir', path: below(NVMET, 'ports', portId), when: { fact: 'port-idle', portId } }) as const),
    { do: 'check', fact: { fact: 'absent', path } },
  ];
}
