import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TestCertificate } from './certificate.js';

export interface ReceivedPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An HTTP receiver on a loopback port that answers as the test says: a status, or never. */
export class HttpReceiver {
  readonly received: ReceivedPost[] = [];
  answer: number | 'never' = 200;

  private constructor(
    private readonly server: Server,
    private readonly scheme: 'http' | 'https',
    readonly port: number,
  ) {}

  /** @param port 0: any free one */
  static async start(certificate?: TestCertificate, port = 0): Promise<HttpReceiver> {
    let receiver: HttpReceiver | undefined;
    const listener: RequestListener = (request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        receiver?.received.push({ path: request.url ?? '', headers: request.headers, body });
        if (receiver && receiver.answer !== 'never') response.writeHead(receiver.answer).end(`answer ${receiver.answer}`);
      });
    };
    const server = certificate
      ? createTlsServer({ cert: readFileSync(certificate.certificatePath), key: readFileSync(certificate.keyPath) }, listener)
      : createServer(listener);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    receiver = new HttpReceiver(server, certificate ? 'https' : 'http', (server.address() as AddressInfo).port);
    return receiver;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
