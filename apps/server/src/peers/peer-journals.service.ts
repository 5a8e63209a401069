import { Injectable } from '@nestjs/common';
import { type PeerToServerEvents, SERVER_NAMESPACE, type ServerHandshake, type ServerToPeerEvents } from '@weft/shared/links/server-link';
import { io, type Socket } from 'socket.io-client';
import { ServerIdentity } from '../core/process/server-identity.js';
import { type Peer, Servers } from '../core/servers/servers.js';
import { journalLines } from '../core/sockets/journal-lines.js';

const CONNECT_MS = 5000;
/** The called server waits 5 s for its agent. */
const ANSWER_MS = 8000;

type PeerSocket = Socket<ServerToPeerEvents, PeerToServerEvents>;

/** Asks other servers for the journals of their agents, over one connection to each, made when it is needed. */
export class PeerJournals {
  private readonly sockets = new Map<string, Promise<PeerSocket>>();

  constructor(
    private readonly peers: readonly Peer[],
    private readonly ownId: string,
  ) {}

  /** @throws Error with the reason why there are no lines */
  async read(serverId: string, nodeId: string, mostBytes: number): Promise<string[]> {
    const peer = this.peers.find(({ id }) => id === serverId);
    if (!peer) throw new Error('its server is offline');
    const opening = this.sockets.get(serverId) ?? this.connect(peer);
    this.sockets.set(serverId, opening);
    const socket = await opening;
    const answer = await socket
      .timeout(ANSWER_MS)
      .emitWithAck('journal', { nodeId, mostBytes })
      .catch((cause: unknown) => {
        throw new Error(`its server, on ${peer.hostname}, does not answer; one of an earlier version does not know the request`, { cause });
      });
    return journalLines(answer);
  }

  async close(): Promise<void> {
    for (const { status, ...socket } of await Promise.allSettled(this.sockets.values()))
      if (status === 'fulfilled' && 'value' in socket) socket.value.disconnect();
  }

  private connect({ url, secret, hostname }: Peer): Promise<PeerSocket> {
    const auth: ServerHandshake = { serverId: this.ownId, secret };
    const socket: PeerSocket = io(new URL(SERVER_NAMESPACE, url).href, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      timeout: CONNECT_MS,
      auth,
    });
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', (cause) => {
        socket.disconnect();
        reject(new Error(`its server, on ${hostname}, cannot be reached (${url})`, { cause }));
      });
    });
  }
}

@Injectable()
export class PeerJournalsService {
  constructor(
    private readonly servers: Servers,
    private readonly identity: ServerIdentity,
  ) {}

  /** The caller closes it. */
  async open(): Promise<PeerJournals> {
    return new PeerJournals(await this.servers.peers(), this.identity.id);
  }
}
