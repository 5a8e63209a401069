import { credentials, loadPackageDefinition, type ServiceClientConstructor, type ServiceError, status } from '@grpc/grpc-js';
import { definitions } from '../proto/definitions.js';
import { UsageError } from './options.js';

type Unary = (request: object, options: { deadline: number }, done: (error: ServiceError | null, answer: object) => void) => void;

const TIMEOUT_MS = 120_000;

/** Sends calls to a driver, for a look at it by hand and for scripts. */
export class CallClient {
  private readonly services: Record<string, ServiceClientConstructor>;

  constructor(private readonly socket: string) {
    this.services = (loadPackageDefinition(definitions()).csi as unknown as { v1: Record<string, ServiceClientConstructor> }).v1;
  }

  /** @param name `SERVICE/METHOD`. @returns the answer. @throws ServiceError, UsageError */
  async send(name: string, json = '{}'): Promise<object> {
    const [service = '', method = ''] = name.split('/');
    const Service = this.services[service];
    if (!Service?.service?.[method]) throw new UsageError(`csi.proto has no ${name}. Name a service and a method: Node/NodeGetInfo.`);
    const client = new Service(`unix:${this.socket}`, credentials.createInsecure(), { 'grpc.default_authority': 'localhost' });
    try {
      const call = (client as unknown as Record<string, Unary>)[method];
      return await new Promise((resolve, reject) => {
        const deadline = Date.now() + TIMEOUT_MS;
        call?.call(client, JSON.parse(json), { deadline }, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
    } finally {
      client.close();
    }
  }

  /** Sends each line `SERVICE/METHOD JSON`, one after the other, up to the first refusal. @returns whether all were answered */
  async sendLines(lines: AsyncIterable<string>, print: (line: string) => void): Promise<boolean> {
    for await (const line of lines) {
      const [, name = '', json] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? [];
      if (name === '') continue;
      try {
        print(JSON.stringify({ ok: await this.send(name, json || undefined) }));
      } catch (error) {
        print(JSON.stringify(refusalOf(error)));
        return false;
      }
    }
    return true;
  }
}

/** @returns code and sentence of a refusal. @throws what is none */
export function refusalOf(error: unknown): { code: string; message: string } {
  const { code, details } = error as { code?: number; details?: string };
  if (details === undefined) throw error;
  return { code: status[code ?? status.UNKNOWN] ?? 'UNKNOWN', message: details };
}
