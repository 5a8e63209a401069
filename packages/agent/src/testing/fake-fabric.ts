import type { MdSuperblock } from '../host/host.js';
import type { FakeHost } from './fake-host.js';

/** What joins fake hosts: who listens where, and what is written on the legs. */
export class FakeFabric {
  readonly hosts: FakeHost[] = [];
  /** By leg id. */
  readonly superblocks = new Map<string, MdSuperblock | null>();
  readonly arraysCreated: string[] = [];
  /** Breaches of safety rules, in words. Every test ends with none. */
  readonly violations: string[] = [];

  listener(nqn: string, transport: string, address: string, serviceId: number): FakeHost | undefined {
    return this.hosts.find((host) =>
      host.ports.some(
        (port) =>
          port.transport === transport && port.address === address && port.serviceId === serviceId && port.subsystemNqns.includes(nqn),
      ),
    );
  }

  /** Controllers whose listener is gone reconnect for ever; those that have one again are live. */
  refresh(): void {
    for (const client of this.hosts) {
      for (const controller of client.controllers) {
        const target = this.listener(controller.subsystemNqn, controller.transport, controller.address, controller.serviceId);
        controller.state = target ? 'live' : 'connecting';
        if (target) client.discover(controller.subsystemNqn, target);
      }
    }
  }
}
