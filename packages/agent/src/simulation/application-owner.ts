import type { ObjectStatus } from '@weft/shared/messages/report';
import type { SimulatedHost } from '../host/simulated/simulated-host.js';

/** Time until the owner of an application has stopped it, and until it starts again unless the volume is detached. */
const STOPS_MS = 3000;
const RETURNS_MS = 300_000;

/**
 * The people who run the simulated applications of one client. They have no shell here, so they do what a refused detach asks for: they stop the
 * application, and start it again five minutes later if the volume is still attached.
 */
export class ApplicationOwner {
  /** Refusals answered, by attachment: a report repeats its refusal until the next assignment. */
  readonly #answered = new Set<string>();

  constructor(private readonly host: SimulatedHost) {}

  read(objects: readonly ObjectStatus[]): void {
    for (const object of objects) {
      if (object.kind !== 'attachment') continue;
      if (object.state !== 'refused') this.#answered.delete(object.id);
      else if (!this.#answered.has(object.id)) this.#answer(object.id, object.observed.device);
    }
  }

  #answer(attachment: string, device: string | null): void {
    const volume = device?.replace('/dev/weft/', '');
    if (volume === undefined || !this.host.applications.isRunning(volume)) return;
    this.#answered.add(attachment);
    const { clock } = this.host.fabric;
    clock.after(STOPS_MS, () => this.host.applications.stop(volume));
    clock.after(STOPS_MS + RETURNS_MS, () => void this.host.applications.start(volume));
  }
}
