import { Injectable, Logger } from '@nestjs/common';
import { Servers } from '../servers/servers.js';

/** Longest wait for the list of servers: a stop must not depend on the database. */
const LIST_TIMEOUT_MS = 2000;

/**
 * The first part of a stop. `/readyz` fails from `begin` on, while the server still answers requests, so that load balancers send new ones to other
 * servers before it closes its port (as `--shutdown-delay-duration` of kube-apiserver does it).
 */
@Injectable()
export class Shutdown {
  private readonly logger = new Logger(Shutdown.name);
  private readonly listeners: (() => void)[] = [];
  private begun = false;

  constructor(private readonly servers: Servers) {}

  get hasBegun(): boolean {
    return this.begun;
  }

  /** Calls `listener` when a stop begins during which other servers take over. */
  onHandOver(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Resolves after the delay; at once when no other server is online, because then nobody could take the requests. */
  async begin(delaySeconds: number): Promise<void> {
    this.begun = true;
    if (delaySeconds === 0 || !(await this.isAnotherOnline())) return;
    this.logger.log(`stopping: not ready any more, requests are still answered for ${delaySeconds} s`);
    for (const listener of this.listeners) listener();
    await new Promise((resolve) => setTimeout(resolve, delaySeconds * 1000));
  }

  private async isAnotherOnline(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer for ${LIST_TIMEOUT_MS / 1000} s`)), LIST_TIMEOUT_MS);
    });
    try {
      return (await Promise.race([this.servers.peers(), timeout])).length > 0;
    } catch (error) {
      this.logger.warn({ err: error }, 'stopping without a delay: the list of servers could not be read');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
