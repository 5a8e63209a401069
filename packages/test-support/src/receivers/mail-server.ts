import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-ports.js';
import type { TestCertificate } from './certificate.js';

const script = fileURLToPath(new URL('../../src/receivers/smtp_server.py', import.meta.url));
const packages = fileURLToPath(new URL('../../../../.cache/aiosmtpd', import.meta.url));

export interface ReceivedMail {
  from: string;
  to: string[];
  /** It came over TLS. */
  tls: boolean;
  /** The authenticated user; null: none. */
  user: string | null;
  /** Headers and body. */
  content: string;
}

/** aiosmtpd on a loopback port, with a user and password. It dies with the process that started it. */
export class MailServer {
  readonly user = 'weft';
  readonly password = 'correct horse';
  readonly received: ReceivedMail[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  static async start(mode: 'starttls' | 'tls' | 'none', { certificatePath, keyPath }: TestCertificate): Promise<MailServer> {
    const port = await freePort();
    const args = [script, '127.0.0.1', String(port), mode, certificatePath, keyPath, 'weft', 'correct horse'];
    const env = { PATH: process.env.PATH, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'python3', ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
    const server = new MailServer(child, port);
    await server.lines(child);
    return server;
  }

  /** Resolves when it is ready. */
  private lines(child: ChildProcess): Promise<void> {
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the SMTP server ended with ${code}; run \`npm run setup -- medium\``)));
      if (!child.stdout) throw new Error('unreachable: its output is a pipe');
      createInterface({ input: child.stdout }).on('line', (line) => {
        const message = JSON.parse(line) as ReceivedMail & { ready?: boolean };
        if (message.ready) resolve();
        else this.received.push({ ...message, content: Buffer.from(message.content, 'base64').toString('utf8') });
      });
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }
}
