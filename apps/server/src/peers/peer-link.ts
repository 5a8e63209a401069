import { rootCertificates } from 'node:tls';
import { Logger } from '@nestjs/common';
import { type PeerToServerEvents, SERVER_NAMESPACE, type ServerHandshake, type ServerToPeerEvents } from '@weft/shared/links/server-link';
import { retryDelayMs } from '@weft/shared/load/retry';
import { io, type Socket } from 'socket.io-client';
import { RateLimit } from '../core/http/limits/rate-limit.js';
import { retries } from '../core/load/retries.js';
import type { Peer } from '../core/servers/servers.js';

const ANSWER_MS = 5000;
const MAX_MESSAGE_BYTES = 16 * 2 ** 20;
/** A peer sends at most ten times a second. */
const BURST = 30;
const PER_SECOND = 15;

interface Listener {
  /** @throws Error when the message is invalid */
  observations(message: unknown): void;
  /** The peer's earlier observations no longer count. */
  gone(): void;
}

/** The connection to one other server, which sends its own agents' observations of requested objects. */
export class PeerLink {
  private readonly logger = new Logger(PeerLink.name);
  private readonly socket: Socket<ServerToPeerEvents, PeerToServerEvents>;
  private readonly rate = new RateLimit(BURST, PER_SECOND, 1);
  private wanted: readonly string[] = [];
  /** The objects that the peer has been asked for; null: none on this connection. */
  private asked: readonly string[] | null = null;
  private complained = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(
    private readonly peer: Peer,
    ownId: string,
    private readonly listener: Listener,
    /** PEM of the cluster's own authority. */
    authority: string | null = null,
  ) {
    const auth: ServerHandshake = { serverId: ownId, secret: peer.secret };
    this.socket = io(new URL(SERVER_NAMESPACE, peer.url).href, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: retries.peerConnection.firstMs,
      reconnectionDelayMax: retries.peerConnection.longestMs,
      randomizationFactor: retries.peerConnection.jitter,
      transportOptions: { websocket: { maxPayload: MAX_MESSAGE_BYTES } },
      ...(authority === null ? {} : { ca: [authority, ...rootCertificates] }),
      auth,
    });
    this.socket.on('connect', () => {
      this.complained = false;
      this.asked = null;
      this.ask(this.wanted);
    });
    this.socket.on('connect_error', (error) => {
      this.complain(error, 'cannot be reached');
      this.tryLater();
    });
    this.socket.on('disconnect', () => {
      listener.gone();
      this.tryLater();
    });
    this.socket.on('observations', (message) => this.heard(message));
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  /** Requests exactly these objects from now on. Call it again from time to time: an unanswered request is then repeated. */
  ask(objects: readonly string[]): void {
    this.wanted = objects;
    if (!this.socket.connected || isSame(this.asked, objects)) return;
    this.asked = objects;
    this.socket
      .timeout(ANSWER_MS)
      .emitWithAck('watch', { objects: [...objects] })
      .then((answer) => {
        if (!answer.ok) throw new Error(`${answer.code}: ${answer.detail}`);
      })
      .catch((error: unknown) => {
        this.asked = null;
        if (this.socket.connected) this.complain(error, 'does not send what its agents report');
      });
  }

  close(): void {
    clearTimeout(this.retry);
    this.socket.removeAllListeners();
    this.socket.disconnect();
    this.listener.gone();
  }

  private heard(message: unknown): void {
    if (this.rate.take('') > 0) return;
    try {
      this.listener.observations(message);
    } catch (error) {
      this.complain(error, 'sent an invalid message');
    }
  }

  private tryLater(): void {
    if (this.socket.active) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.socket.connect(), retryDelayMs(retries.peerRefused, 1));
    this.retry.unref();
  }

  /** Logs once until the next connection. */
  private complain(error: unknown, what: string): void {
    if (this.complained) return;
    this.complained = true;
    const { id, hostname, url } = this.peer;
    this.logger.warn(
      { err: error, serverId: id },
      `the server on ${hostname} ${what} (${url}): live statistics lack its nodes. Check that this server reaches that address and trusts its certificate, or set peerUrl there.`,
    );
  }
}

const isSame = (a: readonly string[] | null, b: readonly string[]): boolean =>
  a !== null && a.length === b.length && a.every((each, at) => each === b[at]);
