import { type Condition, type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { UNENCRYPTED } from '@weft/shared/kinds/condition-types';
import type { MessageReference } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { encryptionGap } from '../storage-encryption/gap.js';
import { clientReport } from '../world/reported-status.js';
import type { VolumeWorld } from '../world/volume-world.js';

/*
 * Scenarios of the condition Unencrypted of an attachment:
 *
 * - Its export has no TLS, and the setting is not `off`: true, with the targets, and the reason why a new export would get none now.
 * - Its export has TLS, and the client reports a live path of it that is not encrypted: true whatever the setting.
 * - RDMA, and the setting is `preferred`: absent, because RDMA has no TLS and nobody asked for it.
 * - All paths are encrypted: false if it was true before, else absent. Without a report nothing changes.
 */
export function withUnencrypted(world: VolumeWorld, attachment: AttachmentDocument, conditions: Condition[]): Condition[] {
  const { setting } = world.storageEncryption;
  const { transport } = attachment.spec;
  const report = clientReport(world, attachment);
  const wanted = setting !== 'off' && !(transport === 'rdma' && setting === 'preferred');
  const exported = attachment.exports.filter(({ spec }) => spec.desired === 'exported');
  const plainExports = wanted ? exported.filter(({ spec }) => spec.tlsKeyId === undefined) : [];
  const open = new Set(
    report?.observed.paths.filter(({ controllerState, tls }) => controllerState === 'live' && !tls).map(({ legId }) => legId),
  );
  const plainPaths = exported.filter(({ spec }) => spec.tlsKeyId !== undefined && spec.namespaces.some(({ legId }) => open.has(legId)));
  const plain = [...plainExports, ...plainPaths];
  const client = nodeRef(attachment.nodeId, attachment.nodeName);
  if (plain.length === 0) {
    if (!wanted) return conditions.filter(({ type }) => type !== UNENCRYPTED);
    if (!report || !conditions.some(({ type }) => type === UNENCRYPTED)) return conditions;
    return withCondition(
      conditions,
      { type: UNENCRYPTED, status: 'false', ...said('encrypted-paths', { client }) },
      world.now.toISOString(),
    );
  }
  const targets = plain.map(({ nodeId, nodeName }) => nodeRef(nodeId, nodeName));
  const { cannot, daemons, why } = reasons(
    world,
    attachment,
    plainExports.map(({ nodeId, nodeName }) => nodeRef(nodeId, nodeName)),
  );
  const params = { client, targets: unique(targets), cannot, daemons, why, required: setting === 'required' };
  const condition: NewCondition = { type: UNENCRYPTED, status: 'true', ...said('unencrypted-paths', params) };
  return withCondition(conditions, condition, world.now.toISOString());
}

type Why = 'rdma' | 'no-secrets-key' | 'older-server' | 'nodes' | 'before';

/** Nodes that cannot, and nodes without a ready tlshd; of exports without TLS, as they would be decided now. */
function reasons(
  world: VolumeWorld,
  { spec: { transport }, nodeId, nodeName }: AttachmentDocument,
  targets: readonly MessageReference[],
): { cannot: MessageReference[]; daemons: MessageReference[]; why: Why } {
  const of = (id: string) => world.nodes.get(id)?.status.inventory?.capabilities.tls;
  const client = nodeRef(nodeId, nodeName);
  const cannot: MessageReference[] = [];
  const daemons: MessageReference[] = [];
  let why: Why = 'before';
  for (const target of targets) {
    const gap = encryptionGap(world.storageEncryption, { transport, client: of(client.id), target: of(target.id) });
    if (gap === 'rdma' || gap === 'no-secrets-key' || gap === 'older-server') why = gap;
    if (gap === 'client-cannot') cannot.push(client);
    if (gap === 'target-cannot') cannot.push(target);
    if (gap === 'client-daemon') daemons.push(client);
    if (gap === 'target-daemon') daemons.push(target);
  }
  if (why === 'before' && cannot.length + daemons.length > 0) why = 'nodes';
  return { cannot: unique(cannot), daemons: unique(daemons), why };
}

const unique = (nodes: readonly MessageReference[]): MessageReference[] => [...new Map(nodes.map((node) => [node.id, node])).values()];
