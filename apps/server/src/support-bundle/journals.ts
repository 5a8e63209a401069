import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { Mongo } from '../core/mongo/mongo.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { readable } from '../domain/store/readable.js';
import { line, type Section } from './section.js';

/** Asks agents, over their servers. */
export interface Journals {
  /** @throws Error with the reason why there are no lines */
  read(serverId: string, nodeId: string): Promise<string[]>;
  close(): Promise<void>;
}

const AT_ONCE = 8;
type Connected = Pick<NodeDocument, '_id' | 'name'> & { status: Pick<NodeDocument['status'], 'connection'> };

/** One record for each node: the newest lines that its agent logged. */
async function recordOf({ _id, name, status: { connection } }: Connected, from: Journals): Promise<string | Message> {
  const node = nodeRef(_id, name);
  const { state, serverId } = connection;
  if (state !== 'online' || !serverId) return messageOf('bundle-node-offline', { node });
  try {
    return line({ nodeId: _id, node: name, lines: await from.read(serverId, _id) });
  } catch (error) {
    return messageOf('bundle-journal-not-sent', { node, error: (error as Error).message });
  }
}

/** Journals of the agents, by name of the node. Some are asked at the same time. */
export const journals = (mongo: Mongo, open: () => Promise<Journals>): Section => ({
  name: 'journals',
  ending: 'ndjson',
  async *read(): AsyncGenerator<string | Message> {
    const projection = { name: 1, 'status.connection': 1 };
    const nodes = await readable(mongo, 'nodes')
      .find<Connected>({}, { projection, sort: { name: 1 } })
      .toArray();
    const from = await open();
    try {
      for (let at = 0; at < nodes.length; at += AT_ONCE)
        yield* await Promise.all(nodes.slice(at, at + AT_ONCE).map((each) => recordOf(each, from)));
    } finally {
      await from.close();
    }
  },
});
