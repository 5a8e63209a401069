import { credentials, loadPackageDefinition, type ServiceClientConstructor, type ServiceError } from '@grpc/grpc-js';
import { definitions } from '../proto/definitions.js';
import { UsageError } from './options.js';

type Unary = (request: object, options: { deadline: number }, done: (error: ServiceError | null, answer: object) => void) => void;

const TIMEOUT_MS = 120_000;

/** Sends one call, for a look at a driver by hand. @returns the answer. @throws ServiceError, UsageError */
export async function callOnce(socket: string, name: string, json = '{}'): Promise<object> {
  const [service = '', method = ''] = name.split('/');
  const { v1 } = loadPackageDefinition(definitions()).csi as unknown as { v1: Record<string, ServiceClientConstructor> };
  const Service = v1[service];
  if (!Service?.service?.[method]) throw new UsageError(`csi.proto has no ${name}. Name a service and a method: Node/NodeGetInfo.`);
  const client = new Service(`unix:${socket}`, credentials.createInsecure(), { 'grpc.default_authority': 'localhost' });
  try {
    const call = (client as unknown as Record<string, Unary>)[method];
    return await new Promise((resolve, reject) => {
      call?.call(client, JSON.parse(json), { deadline: Date.now() + TIMEOUT_MS }, (error, answer) =>
        error ? reject(error) : resolve(answer),
      );
    });
  } finally {
    client.close();
  }
}
