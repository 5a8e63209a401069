/**
 * Writes with sequence numbers, acknowledged outside the writing machine: an acknowledged write must survive whatever happens to that machine.
 *   const stamps = await Stamps.listen();  await stamps.start(client, device, 'c1');  …  await stamps.missing(client, device)
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { until } from '../../support/api-client.js';
import { hostAddress } from '../machines/cluster.js';
import type { Machine } from '../machines/machine.js';
import { takeLines } from '../machines/socket-lines.js';

const blockBytes = 4096;
const blocks = 1024;
const program = '/var/lib/weft-lab/stamped-writer.mjs';

export class Stamps {
  /** The last acknowledged sequence number by block. */
  readonly acknowledged = new Map<number, number>();
  /** The error that ended the writer; undefined while it writes, or when its machine died. */
  error: string | undefined;
  /** Host's clock at the last acknowledgement. */
  lastAtMs = 0;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      takeLines(socket, (line) => this.take(line));
    });
  }

  static async listen(): Promise<Stamps> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Stamps(server);
  }

  private take(line: string): void {
    if (line.startsWith('error ')) this.error = line.slice('error '.length);
    const [, sequence, at] = /^(\d+) (\d+)$/.exec(line) ?? [];
    if (sequence === undefined || at === undefined) return;
    this.acknowledged.set(Number(at), Number(sequence));
    this.lastAtMs = Date.now();
  }

  /** Resolves when enough blocks are acknowledged that a loss would show. @param lanes writes in flight at a time; Node has four threads for them. */
  async start(machine: Machine, device: string, writer: string, lanes = 1): Promise<void> {
    await machine.writeFile(program, await readFile(new URL('stamped-writer.mjs', import.meta.url)));
    const { port } = this.server.address() as AddressInfo;
    await machine.run(
      `setsid node ${program} ${device} ${writer} ${blocks} ${hostAddress} ${port} ${lanes} < /dev/null > /tmp/stamps.log 2>&1 &`,
    );
    await until(`acknowledged writes of ${writer}`, 60, async () => (this.acknowledged.size >= 100 ? true : undefined));
  }

  /** Acknowledged writes that the device does not hold. A later write in their place is no loss: it was in flight. Empty: nothing was lost. */
  async missing(machine: Machine, device: string): Promise<string[]> {
    // Copy before reading the device: the writer may still be running.
    const acknowledged = [...this.acknowledged];
    await machine.run(`dd if=${device} of=/tmp/stamps bs=64k count=${(blocks * blockBytes) / 65_536} iflag=direct 2>/dev/null`, {
      timeoutSeconds: 120,
    });
    const content = await machine.readFile('/tmp/stamps');
    return acknowledged.flatMap(([at, sequence]) => {
      const head = content.subarray(at * blockBytes, at * blockBytes + 100).toString('latin1');
      const [, found, foundAt] = /^weft \S+ (\d+) (\d+)\n/.exec(head) ?? [];
      return Number(foundAt) === at && Number(found) >= sequence
        ? []
        : [`block ${at}: ${sequence} acknowledged, holds ${found ?? 'no stamp'}`];
    });
  }

  close(): void {
    this.server.close();
  }
}
