import { legLabelsSchema } from '@weft/shared/labels/leg-label';
import type { Log } from '../log/log.js';
import type { Labels } from '../reconcile/leg-labeller.js';
import type { AgentSocket } from './connection.js';

/** The newest labels of this node's legs from a server. They stay when the connection ends. */
export class LegLabelNews {
  current: Labels = new Map();

  constructor(
    private readonly log: Log,
    private readonly onLabels: () => void,
  ) {}

  attend(socket: AgentSocket): void {
    socket.on('labels', (message) => {
      const parsed = legLabelsSchema.safeParse(message);
      if (!parsed.success) return this.log('warn', 'the server sent labels of legs in an unknown form', { error: parsed.error.message });
      this.current = new Map(parsed.data.legs.map(({ legId, tags }) => [legId, tags]));
      this.onLabels();
    });
  }
}
