import { hostNqn } from '@weft/shared/identity';
import { GiB } from '@weft/shared/units';
import { describe, test } from 'vitest';
import type { DriveSpec } from '../simulated/drive/drive.js';
import { OperatorActions } from '../simulated/operator-actions.js';
import { SimulatedFabric } from '../simulated/simulated-fabric.js';
import type { SimulatedHost } from '../simulated/simulated-host.js';
import { BlockedIo } from '../simulated/world/failure.js';
import type { ContractFabric, ContractMachine } from './contract-fabric.js';
import { hostContract } from './host-contract.js';
import { sanitizeContract } from './sanitize-contract.js';
import { prepare } from './scene.js';

const SERIALS: [string, string, string] = ['D1', 'D2', 'D3'];
const STEP_MS = 500;
const SANITIZE_MS = 10_000;

async function simulatedFabric(sanitize?: DriveSpec['sanitize']): Promise<ContractFabric> {
  const fabric = new SimulatedFabric({ sanitizeMs: SANITIZE_MS });
  const machine = (name: string, number: number, serials: string[]): SimulatedHost =>
    fabric.add({
      name,
      cpus: 1,
      memoryBytes: GiB,
      nics: [1, 2].map((network) => ({
        name: `eth${network}`,
        address: `10.10.${network}.${number}`,
        storageNetwork: `storage-${network}`,
        speedBitsPerSecond: null,
      })),
      drives: serials.map((serial) => ({
        ...{ serial, model: 'simulated', sizeBytes: GiB, numaNode: null },
        ...(serial === SERIALS[2] ? { sanitize } : {}),
      })),
    });
  const [target, client] = [machine('t1', 1, SERIALS), machine('c1', 101, [])];
  const operator = new OperatorActions(client);
  const targetHands = new OperatorActions(target);
  const contract: ContractFabric = {
    target: contractMachine(targetHands, 1, 'aaaaaaaa-0000-4000-8000-000000000001'),
    client: contractMachine(operator, 101, 'aaaaaaaa-0000-4000-8000-000000000101'),
    countingDirections: async () => {
      client.latencyByDirection = true;
      return operator.host;
    },
    serials: SERIALS,
    knownVolumes: new Map(),
    cut: async (network, isCut) => fabric.setNetwork(`storage-${network}`, !isCut),
    canProbe: async () => undefined,
    handshakes: async (ready) => {
      target.tls = { ...target.tls, daemon: ready ? 'ready' : 'stopped' };
      target.changed();
    },
    limit: async (network, packetBytes) => fabric.setPacketLimit(`storage-${network}`, packetBytes),
    link: async (network, up) => fabric.setNic('c1', `eth${network}`, up),
    unplug: async (serial) => fabric.removeDrive('t1', serial),
    plug: async (serial) => fabric.returnDrive('t1', serial),
    beneathIntegrity: (offset) => offset,
    zero: async (device) => targetHands.zero(device),
    failMember: async (array, member) => operator.failMember(array, member),
    createNearThree: async () => false,
    writtenBytes: async (device) => target.storage.writtenBytes(device),
    pause: async () => {
      fabric.clock.advance(STEP_MS);
      return STEP_MS;
    },
  };
  await prepare(contract);
  return contract;
}

function contractMachine(operator: OperatorActions, number: number, hostId: string): ContractMachine {
  return {
    host: operator.host,
    hostId,
    hostNqn: hostNqn(hostId),
    address: (network) => `10.10.${network}.${number}`,
    write: async (device, offset, text) => {
      // A write that waits for a path keeps waiting until something else has happened.
      for (let patience = 1000; ; patience--) {
        try {
          return operator.write(device, offset, text);
        } catch (error) {
          if (patience === 0 || !(error instanceof BlockedIo && error.blocker === 'path')) throw error;
        }
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    read: async (device, offset) => operator.read(device, offset),
    discard: async (device) => operator.discard(device),
    sysctl: async (network, key, value) => operator.host.setSysctl(`eth${network}`, key, value),
    // A simulated machine has no keyrings: its dm-crypt devices get their keys from the agent's memory.
    volumeKeysInKeyrings: async () => [],
    makeSlice: async (name) => {
      operator.host.cgroups.addSlice(name);
      return async () => operator.host.cgroups.removeSlice(name);
    },
    open: async (device) => {
      const close = operator.open(device);
      return async () => close();
    },
  };
}

describe('the simulated host', () => {
  for (const { statement, holds } of hostContract) test(statement, async () => holds(await simulatedFabric()));
  for (const { statement, holds } of sanitizeContract)
    test(statement, async () => holds(await simulatedFabric({ actions: ['block-erase'], besides: 'nothing' })));
});
