import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ServerIdentity } from '../core/process/server-identity.js';
import { Servers } from '../core/servers/servers.js';
import { AgentsService } from './agents.service.js';
import { excess } from './balance/excess.js';

const ROUND_MS = 8_000;
/** The servers must have been the same for so many rounds: a server that starts over and over gets no agents. */
const STEADY_ROUNDS = 2;

/**
 * Spreads agents over the servers. Agents leave a server that dies, and would otherwise stay at the others after its return.
 *  - A server has clearly more agents than its share: it asks a part of them to connect to another server, round by round.
 *  - The set of servers changed a moment ago, or one of them does not report its agents (an older version): nobody is moved.
 *  - The list of servers cannot be read: nobody is moved.
 */
@Injectable()
export class AgentBalance implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AgentBalance.name);
  private timer: NodeJS.Timeout | undefined;
  private known = '';
  private steady = 0;

  constructor(
    private readonly servers: Servers,
    private readonly identity: ServerIdentity,
    private readonly agents: AgentsService,
  ) {
    servers.countsAgents(() => agents.count);
  }

  onApplicationBootstrap(): void {
    this.plan();
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }

  /** With jitter, so that servers with too many agents do not all move theirs at the same moment. */
  private plan(): void {
    this.timer = setTimeout(
      () => {
        this.round()
          .catch((error: unknown) =>
            this.logger.warn({ err: error }, 'the list of servers could not be read; agents stay where they are until the next round'),
          )
          .finally(() => this.plan());
      },
      ROUND_MS * (0.75 + Math.random() / 2),
    );
    this.timer.unref();
  }

  async round(): Promise<void> {
    const others = (await this.servers.alive()).filter(({ _id, address }) => _id !== this.identity.id && address !== null);
    const ids = others.map(({ _id }) => _id).join(' ');
    this.steady = ids === this.known ? this.steady + 1 : 0;
    this.known = ids;
    if (this.steady < STEADY_ROUNDS) return;
    const counts = others.flatMap(({ agents }) => agents ?? []);
    if (counts.length < others.length) return;
    const wanted = excess(this.agents.count, counts);
    const moved = wanted > 0 ? this.agents.moveAway(wanted) : 0;
    if (moved > 0)
      this.logger.log(
        { own: this.agents.count, others: counts, moved },
        `${moved} agents were asked to connect to another server, because this one has more than its share`,
      );
  }
}
