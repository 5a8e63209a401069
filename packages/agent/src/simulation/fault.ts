import type { SimulationFault } from '@weft/shared/kinds/simulation/simulation';
import type { SimulatedFabric } from '../host/simulated/simulated-fabric.js';

/** @throws Error that names the missing object. */
export function applyFault(fabric: SimulatedFabric, fault: SimulationFault): void {
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
    case 'packet-limit':
      fabric.setPacketLimit(fault.network, fault.bytes);
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
    case 'damage':
      fabric.damage(fault.node, fault.serial);
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
    case 'demand':
      fabric.setDemand(fault.factor);
      break;
    case 'load': {
      const { applications } = fabric.host(fault.node);
      if (!fault.runs) applications.stop(fault.volume);
      else if (!applications.start(fault.volume)) throw new Error(`${fault.node} has no volume ${fault.volume} with a configured load`);
      break;
    }
  }
}
