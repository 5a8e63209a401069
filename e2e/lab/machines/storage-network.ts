/**
 * The cable and switch of one storage network: a unix socket that every machine's QEMU connects to (`-netdev stream`), and a switch
 * that learns addresses and forwards frames between them. Needs no root, bridge or tap. Unlike QEMU's multicast sockets it wakes only a frame's
 * receiver, and loses no frame under load; soft-RoCE answers a loss with seconds of retransmission.
 *   StorageNetwork.open(path): Promise<StorageNetwork>
 *   cut(macA, macB), mend(macA, macB)   drops frames between two NICs, while both links stay up
 *   limit(bytes)                        drops longer frames in silence, as a switch with a smaller MTU does; null: none
 *   close()
 * On the wire each frame follows its length, 32 bits, big-endian (qemu's net/stream.c).
 */
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';

/** Of the length before each frame. */
const LENGTH_BYTES = 4;

/** Beyond this many queued bytes a port drops frames, as a switch does: a stopped machine must not hold up the others. */
const portBufferBytes = 16 * 1024 ** 2;

export class StorageNetwork {
  /** Frames dropped because their receiver did not take them. */
  dropped = 0;
  private readonly ports = new Set<Socket>();
  private readonly portOf = new Map<string, Socket>();
  private readonly cuts = new Set<string>();
  private longestFrameBytes = Number.POSITIVE_INFINITY;

  private constructor(
    readonly path: string,
    private readonly server: Server,
  ) {
    server.on('connection', (port) => {
      this.attach(port);
    });
  }

  static async open(path: string): Promise<StorageNetwork> {
    if (path.length > 100) throw new Error(`${path} is too long for a socket: choose a work directory with a shorter path`);
    await rm(path, { force: true });
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    return new StorageNetwork(path, server);
  }

  cut(macA: string, macB: string): void {
    this.cuts.add(pair(hex(macA), hex(macB)));
  }

  mend(macA: string, macB: string): void {
    this.cuts.delete(pair(hex(macA), hex(macB)));
  }

  /** @param bytes of a frame with its header of 14 bytes, without checksum */
  limit(bytes: number | null): void {
    this.longestFrameBytes = bytes ?? Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    for (const port of this.ports) port.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private attach(port: Socket): void {
    this.ports.add(port);
    let pending: Buffer = Buffer.alloc(0);
    port.on('data', (chunk: Buffer) => {
      const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      pending = Buffer.from(this.forwardAll(port, bytes));
    });
    port.on('error', () => {
      port.destroy();
    });
    port.on('close', () => {
      this.ports.delete(port);
      for (const [mac, learned] of this.portOf) if (learned === port) this.portOf.delete(mac);
    });
  }

  /** Forwards the complete frames in `bytes`; returns the rest. */
  private forwardAll(from: Socket, bytes: Buffer): Buffer {
    const touched = new Set<Socket>();
    let start = 0;
    while (bytes.length - start >= 4) {
      const end = start + 4 + bytes.readUInt32BE(start);
      if (bytes.length < end) break;
      this.forward(from, bytes.subarray(start, end), touched);
      start = end;
    }
    for (const port of touched) port.uncork();
    return bytes.subarray(start);
  }

  private forward(from: Socket, frame: Buffer, touched: Set<Socket>): void {
    if (frame.length - LENGTH_BYTES > this.longestFrameBytes) return;
    const destination = frame.toString('hex', 4, 10);
    const source = frame.toString('hex', 10, 16);
    this.portOf.set(source, from);
    const known = this.portOf.get(destination);
    for (const port of known === undefined ? this.ports : [known]) {
      if (port === from || (this.cuts.size > 0 && this.isCut(source, port))) continue;
      if (port.writableLength > portBufferBytes) {
        this.dropped++;
        continue;
      }
      if (!touched.has(port)) {
        port.cork();
        touched.add(port);
      }
      port.write(frame);
    }
  }

  private isCut(source: string, port: Socket): boolean {
    for (const [mac, learned] of this.portOf) if (learned === port && this.cuts.has(pair(source, mac))) return true;
    return false;
  }
}

function hex(mac: string): string {
  return mac.replaceAll(':', '').toLowerCase();
}

function pair(a: string, b: string): string {
  return [a, b].sort().join('-');
}
