interface Telling<Order> {
  /** Reads the open orders; then those of each node. */
  open: () => Promise<(nodeId: string) => Order[]>;
  /** What an agent has to hear of an order again only when it changes; default: its id. */
  listing?: (order: Order) => string;
  failed: (error: unknown) => void;
}

type Tell<Order> = (message: { orders: Order[] }) => void;
interface Of {
  nodeIds?: readonly string[];
  /** Also to agents that were told these orders. */
  again?: boolean;
}

/**
 * Tells the agents of this server their open orders: all of them at every connect, also none, so that an agent ends what nobody lists any more; then on each
 * change of the list, and again while there are any.
 */
export class OrderTeller<Order extends { id: string }> {
  /** `told`: the listing of the orders that the agent was last told; null: nothing yet, and it may run an order of before. */
  private readonly agents = new Map<string, { tell: Tell<Order>; told: string | null }>();
  private telling: Promise<void> = Promise.resolve();
  /** Have connected since the last reading began: the next one is for all of them. */
  private readonly arrived = new Set<string>();

  constructor(private readonly settings: Telling<Order>) {}

  connected(nodeId: string, tell: Tell<Order>): void {
    this.agents.set(nodeId, { tell, told: null });
    this.arrived.add(nodeId);
    if (this.arrived.size === 1) this.next(() => this.tellArrived());
  }

  disconnected(nodeId: string): void {
    this.agents.delete(nodeId);
    this.arrived.delete(nodeId);
  }

  /** One after the other: an older read must not be sent after a newer one. */
  later(of: Of = {}): void {
    this.next(() => this.tell(of));
  }

  private next(tell: () => Promise<void>): void {
    this.telling = this.telling.then(tell).catch((error: unknown) => this.settings.failed(error));
  }

  private tellArrived(): Promise<void> {
    const nodeIds = [...this.arrived];
    this.arrived.clear();
    return this.tell({ nodeIds });
  }

  private async tell({ nodeIds = [...this.agents.keys()], again = false }: Of): Promise<void> {
    if (nodeIds.length === 0) return;
    const { open, listing = ({ id }: Order) => id } = this.settings;
    const ordersOf = await open();
    for (const nodeId of nodeIds) {
      const agent = this.agents.get(nodeId);
      const orders = ordersOf(nodeId);
      const listed = orders.map(listing).join(' ');
      if (!agent || (agent.told === listed && (listed === '' || !again))) continue;
      agent.told = listed;
      agent.tell({ orders });
    }
  }
}
