import { z } from 'zod';
import type { SimulatedFabric } from '../host/simulated/simulated-fabric.js';

const node = z.string();
const up = z.boolean();
const ms = z.number().positive();

/** Each fault is one line of JSON on standard input. */
export const faultSchema = z.discriminatedUnion('fault', [
  /** Power off; its agent ends too. */
  z.strictObject({ fault: z.literal('kill-node'), node }),
  z.strictObject({ fault: z.literal('boot-node'), node }),
  z.strictObject({ fault: z.literal('nic'), node, nic: z.string(), up }),
  z.strictObject({ fault: z.literal('network'), network: z.string(), up }),
  z.strictObject({ fault: z.literal('flap'), node, nic: z.string(), downMs: ms, upMs: ms, times: z.int().positive().max(1000) }),
  z.strictObject({ fault: z.literal('drive'), node, serial: z.string(), present: z.boolean() }),
  /** Its writes fail; md marks bad blocks. */
  z.strictObject({ fault: z.literal('write-errors'), node, serial: z.string(), fails: z.boolean() }),
  /** Answers `factor` times slower; 1: as before. */
  z.strictObject({ fault: z.literal('slow-drive'), node, serial: z.string(), factor: z.number().min(1) }),
  /** Names of idle heads and drives move to other idle heads and drives. */
  z.strictObject({ fault: z.literal('rename-devices'), node }),
  /** A process opens an attached volume, or closes it. */
  z.strictObject({ fault: z.literal('open'), node, volume: z.string(), open: z.boolean() }),
  /** The application on an attached volume ends and closes its device, or starts again. */
  z.strictObject({ fault: z.literal('load'), node, volume: z.string(), runs: z.boolean() }),
]);
export type Fault = z.infer<typeof faultSchema>;

/** @throws Error that names the missing object. */
export function applyFault(fabric: SimulatedFabric, fault: Fault): void {
  switch (fault.fault) {
    case 'kill-node':
      fabric.kill(fault.node);
      break;
    case 'boot-node':
      fabric.boot(fault.node);
      break;
    case 'nic':
      fabric.setNic(fault.node, fault.nic, fault.up);
      break;
    case 'network':
      fabric.setNetwork(fault.network, fault.up);
      break;
    case 'flap':
      fabric.flap(fault.node, fault.nic, fault);
      break;
    case 'drive':
      if (fault.present) fabric.returnDrive(fault.node, fault.serial);
      else fabric.removeDrive(fault.node, fault.serial);
      break;
    case 'write-errors':
      fabric.failWrites(fault.node, fault.serial, fault.fails);
      break;
    case 'slow-drive':
      fabric.slowDrive(fault.node, fault.serial, fault.factor);
      break;
    case 'rename-devices':
      fabric.renameDevices(fault.node);
      break;
    case 'open':
      fabric.host(fault.node).processes.setOpen(`/dev/weft/${fault.volume}`, fault.open);
      break;
    case 'load': {
      const { applications } = fabric.host(fault.node);
      if (!fault.runs) applications.stop(fault.volume);
      else if (!applications.start(fault.volume)) throw new Error(`${fault.node} has no volume ${fault.volume} with a configured load`);
      break;
    }
  }
}
