import { type CallOptions, type Client, Failure, ProblemFailure } from '@weft/cli/client';
import type { Response } from '@weft/shared/endpoints/definition/endpoint';
import { MAX_PAGE } from '@weft/shared/endpoints/definition/endpoint';
import type { EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { idSchema } from '@weft/shared/identity';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Node } from '@weft/shared/kinds/node';
import type { Volume } from '@weft/shared/kinds/volume';
import { type RpcCode, RpcError } from '../rpc/rpc-error.js';

/** The API of Weft, with errors as CSI has them. Several servers: after one did not answer, the next call goes to the next. */
export class WeftApi {
  private current = 0;

  constructor(private readonly clients: readonly Pick<Client, 'call' | 'url'>[]) {}

  /** @throws RpcError */
  async call<Id extends EndpointId>(id: Id, options: CallOptions<(typeof endpoints)[Id]> = {}): Promise<Response<(typeof endpoints)[Id]>> {
    const client = this.clients[this.current % this.clients.length];
    if (!client) throw new Error('no server is configured');
    try {
      return await client.call(id, options);
    } catch (error) {
      if (error instanceof Failure && !(error instanceof ProblemFailure)) this.current += 1;
      throw rpcErrorOf(error);
    }
  }

  /** @returns undefined also for an id that no object of Weft can have: orchestrators pass on what they were given */
  volume(id: string): Promise<Volume | undefined> {
    return orUndefined(id, () => this.call('getVolume', { params: { id } }));
  }

  /** @throws RpcError NOT_FOUND */
  async existingVolume(id: string): Promise<Volume> {
    const volume = await this.volume(id);
    if (!volume) throw new RpcError('NOT_FOUND', `There is no volume ${id}.`);
    return volume;
  }

  attachment(id: string): Promise<Attachment | undefined> {
    return orUndefined(id, () => this.call('getAttachment', { params: { id } }));
  }

  node(id: string): Promise<Node | undefined> {
    return orUndefined(id, () => this.call('getNode', { params: { id } }));
  }

  async volumeByName(name: string): Promise<Volume | undefined> {
    return (await this.call('listVolumes', { query: { name } })).items[0];
  }

  async attachmentsOf(volumeId: string): Promise<Attachment[]> {
    return (await this.call('listAttachments', { query: { volumeId, limit: MAX_PAGE } })).items;
  }

  nodes(): Promise<Node[]> {
    return allPages((cursor) => this.call('listNodes', { query: { limit: MAX_PAGE, ...(cursor ? { cursor } : {}) } }));
  }

  volumes(): Promise<Volume[]> {
    return allPages((cursor) => this.call('listVolumes', { query: { limit: MAX_PAGE, ...(cursor ? { cursor } : {}) } }));
  }
}

async function allPages<T>(page: (cursor: string | null) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const read: { items: T[]; nextCursor: string | null } = await page(cursor);
    items.push(...read.items);
    cursor = read.nextCursor;
  } while (cursor !== null);
  return items;
}

async function orUndefined<T>(id: string, read: () => Promise<T>): Promise<T | undefined> {
  if (!idSchema.safeParse(id).success) return undefined;
  try {
    return await read();
  } catch (error) {
    if (error instanceof RpcError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/** Codes that mean more than their HTTP status. */
const BY_CODE: Record<string, RpcCode> = {
  'name-taken': 'ALREADY_EXISTS',
  'idempotency-mismatch': 'ALREADY_EXISTS',
  'invalid-cursor': 'ABORTED',
  'insufficient-space': 'RESOURCE_EXHAUSTED',
  'insufficient-drives': 'RESOURCE_EXHAUSTED',
  'insufficient-failure-domains': 'RESOURCE_EXHAUSTED',
  'not-possible': 'FAILED_PRECONDITION',
  'no-shared-network': 'FAILED_PRECONDITION',
};
const BY_STATUS: Record<number, RpcCode> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'FAILED_PRECONDITION',
  412: 'ABORTED',
  413: 'INVALID_ARGUMENT',
  422: 'INVALID_ARGUMENT',
  428: 'ABORTED',
  429: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
};

/** The answer of CSI to a refusal of Weft, or to a server that does not answer. */
export function rpcErrorOf(error: unknown): unknown {
  if (error instanceof ProblemFailure) {
    const code = BY_CODE[error.problem?.code ?? ''] ?? BY_STATUS[error.status] ?? 'INTERNAL';
    return new RpcError(code, withAdvice(error), { cause: error });
  }
  return error instanceof Failure ? new RpcError('UNAVAILABLE', withAdvice(error), { cause: error }) : error;
}

const withAdvice = ({ message, advice }: Failure): string => (advice ? `${message} ${advice}` : message);
