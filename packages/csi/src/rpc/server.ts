import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import {
  loadPackageDefinition,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServiceClientConstructor,
  type sendUnaryData,
} from '@grpc/grpc-js';
import type { Log } from '../log/log.js';
import { definitions } from '../proto/definitions.js';
import type { Controller, Identity, Node } from '../proto/messages.js';
import { Call } from './call.js';
import { RpcError } from './rpc-error.js';

/** An answer names only the fields that it sets. */
export type Draft<T> = T extends (infer E)[] ? Draft<E>[] : T extends object ? { [K in keyof T]?: Draft<T[K]> } : T;

/** Methods of one service of csi.proto. An absent method answers UNIMPLEMENTED. */
export type Methods<S> = {
  [M in keyof S]?: S[M] extends { request: infer Request; response: infer Response }
    ? (request: Request, call: Call) => Promise<Draft<Response>>
    : never;
};

export interface Services {
  Identity: Methods<Identity>;
  Controller?: Methods<Controller>;
  Node?: Methods<Node>;
}

type Handler = (request: object, call: Call) => Promise<object>;

/** Answers the calls of container orchestrators at one endpoint. */
export class RpcServer {
  private readonly server = new Server();

  constructor(
    services: Services,
    private readonly log: Log,
  ) {
    const csi = loadPackageDefinition(definitions()).csi as unknown as { v1: Record<string, ServiceClientConstructor> };
    for (const [name, methods] of Object.entries(services) as [string, Record<string, Handler>][]) {
      const definition = csi.v1[name];
      if (!definition) throw new Error(`csi.proto has no service ${name}`);
      const handlers = Object.entries(methods).map(([method, handler]) => [method, this.unary(method, handler)] as const);
      this.server.addService(definition.service, Object.fromEntries(handlers));
    }
  }

  /** @param path of the socket. @throws Error when another process listens there */
  async listen(path: string): Promise<void> {
    await removeLeftSocket(path);
    // Whoever opens the socket may mount and delete volumes.
    const mask = process.umask(0o177);
    try {
      await new Promise<void>((resolve, reject) => {
        this.server.bindAsync(`unix:${path}`, ServerCredentials.createInsecure(), (error) => (error ? reject(error) : resolve()));
      });
    } finally {
      process.umask(mask);
    }
  }

  /** Lets calls end for a while. */
  async close(): Promise<void> {
    const forced = setTimeout(() => this.server.forceShutdown(), 5000);
    await new Promise<void>((resolve) => this.server.tryShutdown(() => resolve()));
    clearTimeout(forced);
  }

  private unary(method: string, handler: Handler) {
    return (call: ServerUnaryCall<object, object>, answer: sendUnaryData<object>): void => {
      const began = Date.now();
      const deadline = call.getDeadline();
      const own = new Call(deadline instanceof Date ? deadline.getTime() : deadline);
      const { volumeId, name, nodeId } = call.request as { volumeId?: string; name?: string; nodeId?: string };
      // Secrets and contexts of a request never reach the log.
      const about = { method, ...(volumeId ? { volumeId } : {}), ...(name ? { name } : {}), ...(nodeId ? { nodeId } : {}) };
      withinTime(handler(call.request, own), own, method).then(
        (response) => {
          this.log('debug', 'answered', { ...about, ms: Date.now() - began });
          answer(null, response);
        },
        (error: unknown) => {
          const known =
            error instanceof RpcError ? error : new RpcError('INTERNAL', error instanceof Error ? error.message : String(error));
          const level = known.code === 'INTERNAL' ? 'error' : 'warn';
          this.log(level, 'refused', { ...about, ms: Date.now() - began, code: known.code, error: known.message });
          answer({ code: known.status, details: known.message });
        },
      );
    };
  }
}

/** Answers before the caller gives up. The work continues, and holds its volume until it has ended. */
async function withinTime<T>(work: Promise<T>, call: Call, method: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // The work itself ends with a better message at `endsAt`, unless a command or the server does not answer.
    timer = setTimeout(
      () => reject(new RpcError('DEADLINE_EXCEEDED', `${method} has not ended in time. It continues; repeat the call.`)),
      call.remainingMs + 250,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A killed driver leaves its socket behind. One that somebody listens at stays. */
async function removeLeftSocket(path: string): Promise<void> {
  const listens = await new Promise<boolean>((resolve) => {
    const socket = connect(path, () => resolve(true));
    socket.on('error', () => resolve(false)).on('close', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
  if (listens) throw new Error(`Another process listens at ${path}. End it, or give another --endpoint.`);
  await rm(path, { force: true });
}
