import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { Mongo } from '../core/mongo/mongo.js';
import type { ServerDocument } from '../core/servers/servers.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { readable } from '../domain/store/readable.js';
import { line, type Section } from './section.js';

/** Asks an agent of this server. @throws Error with the reason why there are no lines */
export type ReadJournal = (nodeId: string) => Promise<string[]>;

export interface OwnAgents {
  /** Id of this server: only its own agents can be asked. */
  serverId: string;
  journal: ReadJournal;
}

const AT_ONCE = 8;
type Connected = Pick<NodeDocument, '_id' | 'name'> & { status: Pick<NodeDocument['status'], 'connection'> };

/** One record for each node: the newest lines that its agent logged. */
async function recordOf({ _id, name, status: { connection } }: Connected, own: OwnAgents, servers: ReadonlyMap<string, string>) {
  const node = nodeRef(_id, name);
  const { state, serverId } = connection;
  if (state !== 'online') return messageOf('bundle-node-offline', { node });
  if (serverId !== own.serverId) return messageOf('bundle-journal-elsewhere', { node, server: servers.get(serverId ?? '') ?? 'unknown' });
  try {
    return line({ nodeId: _id, node: name, lines: await own.journal(_id) });
  } catch (error) {
    return messageOf('bundle-journal-not-sent', { node, error: (error as Error).message });
  }
}

/** Journals of the agents, by name of the node. Some are asked at the same time. */
export const journals = (mongo: Mongo, own: OwnAgents): Section => ({
  name: 'journals',
  ending: 'ndjson',
  async *read(): AsyncGenerator<string | Message> {
    const servers = new Map(
      (await mongo.collection<ServerDocument>('servers').find().toArray()).map(({ _id, hostname }) => [_id, hostname]),
    );
    const projection = { name: 1, 'status.connection': 1 };
    const nodes = await readable(mongo, 'nodes')
      .find<Connected>({}, { projection, sort: { name: 1 } })
      .toArray();
    for (let at = 0; at < nodes.length; at += AT_ONCE)
      yield* await Promise.all(nodes.slice(at, at + AT_ONCE).map((each) => recordOf(each, own, servers)));
  },
});
