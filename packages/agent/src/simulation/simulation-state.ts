import type { Simulation } from '@weft/shared/kinds/simulation/simulation';
import type { SimulatedFabric } from '../host/simulated/simulated-fabric.js';

/** The machines as their owner sees them. */
export function simulationState(fabric: SimulatedFabric): Simulation {
  const hosts = [...fabric.hosts.values()];
  const networks = new Set(hosts.flatMap(({ spec }) => spec.nics.map(({ storageNetwork }) => storageNetwork)));
  return {
    demandFactor: fabric.demandFactor,
    networks: [...networks].sort().map((name) => ({ name, up: !fabric.networksDown.has(name) })),
    nodes: hosts.map(({ name, up, spec, nicsDown, storage, applications }) => ({
      name,
      up,
      nics: spec.nics.map((nic) => ({ name: nic.name, storageNetwork: nic.storageNetwork, up: !nicsDown.has(nic.name) })),
      drives: storage.drives.map(({ spec: { serial, model }, present, slowFactor, failsWrites }) => ({
        serial,
        model,
        present,
        slowFactor,
        failsWrites,
      })),
      applications: applications.list(),
    })),
  };
}
