import { type OrphanOrder, type OrphanOutcome, orphanOrdersSchema } from '@weft/shared/messages/orphan-orders';
import type { Log } from '../../log/log.js';
import type { OrphanOrderBook } from '../../reconcile/orphan-cleaner.js';
import type { AgentSocket } from '../connection.js';

/*
 * The connected server's orders to remove orphans.
 *  - an order is listed: open, until it has an outcome.
 *  - it has an outcome and is listed again: the outcome did not arrive, and is sent again.
 *  - it is no longer listed: it ended, also when nobody acted on it.
 *  - the connection ends: no order is open, because nobody can withdraw it.
 */
export class OrphanOrders implements OrphanOrderBook {
  private orders: readonly OrphanOrder[] = [];
  private readonly outcomes = new Map<string, OrphanOutcome>();
  private socket: AgentSocket | undefined;

  constructor(
    private readonly log: Log,
    private readonly onOrders: () => void,
  ) {}

  attend(socket: AgentSocket): void {
    socket.on('orphans', (message) => {
      const parsed = orphanOrdersSchema.safeParse(message);
      if (!parsed.success)
        return this.log('warn', 'the server sent orders to remove orphans in an unknown form', { error: parsed.error.message });
      this.socket = socket;
      this.orders = parsed.data.orders;
      const listed = new Set(this.orders.map(({ id }) => id));
      for (const [id, outcome] of this.outcomes) {
        if (listed.has(id)) this.send(outcome);
        else this.outcomes.delete(id);
      }
      if (this.open().length > 0) this.onOrders();
    });
    socket.on('disconnect', () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.orders = [];
    });
  }

  open(): readonly OrphanOrder[] {
    return this.orders.filter(({ id }) => !this.outcomes.has(id));
  }

  ended(outcome: OrphanOutcome): void {
    this.outcomes.set(outcome.id, outcome);
    this.send(outcome);
  }

  /** A server that does not take it lists the order again. */
  private send(outcome: OrphanOutcome): void {
    this.socket?.emit('orphan', outcome, (answer) => {
      if (!answer.ok) this.log('warn', `the server did not take the outcome of an order: ${answer.detail}`, { outcome });
    });
  }
}
