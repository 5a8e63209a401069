import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Node } from '@weft/shared/kinds/node';
import { type ObjectAnswer, succeeded } from '../dialect/answer.js';
import { Refusal } from '../dialect/reasons.js';
import { type clientRequest, isForced, modeFor, requestedMode, transportFor } from '../requests/attach-request.js';
import { sameObject } from '../requests/named.js';
import { volumeNamed } from './volume-writes.js';
import type { WeftApi } from './weft-api.js';

type ClientRequest = ReturnType<typeof clientRequest>;

/** A client and all nodes, as one request finds them. */
export interface Clients {
  client: Node;
  nodes: ReadonlyMap<string, Node>;
}

/** The node of this name or host name. @throws Refusal */
export function clientIn(nodes: readonly Node[], { client, clientUuid }: ClientRequest): Clients {
  const node = nodes.find(({ name }) => name === client) ?? nodes.find(({ hostname }) => hostname === client);
  sameObject('client', { name: client, uuid: clientUuid }, node);
  return { client: node, nodes: new Map(nodes.map((each) => [each.id, each])) };
}

export async function attachVolume(api: WeftApi, { client, nodes }: Clients, object: unknown): Promise<ObjectAnswer> {
  const requested = requestedMode(object);
  const volume = await volumeNamed(api, object);
  const mode = modeFor(requested, volume);
  // A caller who sees only some volumes may not see all targets.
  const targets = volume.legs.flatMap(({ node }) => nodes.get(node.id) ?? []);
  const transport = transportFor([client, ...targets]);
  await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: client.id, mode, transport, force: false } });
  return succeeded(volume.name, volume.id);
}

/** With force it is Weft's force detach: every target fences its leg, and nothing is given up. */
export async function detachVolume(api: WeftApi, { client }: Clients, object: unknown): Promise<ObjectAnswer> {
  const volume = await volumeNamed(api, object);
  const [attachment] = await api.all<Attachment>(endpoints.listAttachments, { volumeId: volume.id, nodeId: client.id });
  if (!attachment) throw new Refusal('not-attached', { volume: volume.name, client: client.name });
  const { id, version } = attachment;
  if (isForced(object)) {
    const body = { volumeName: volume.name, clientIsOff: false, targetsOff: [], acceptLoss: false };
    await api.call(endpoints.revokeAttachment, { params: { id }, body, ifMatch: version });
  } else await api.call(endpoints.deleteAttachment, { params: { id }, ifMatch: version });
  return succeeded(volume.name, volume.id);
}
