import type { Nic } from '@weft/shared/messages/inventory';
import type { LinkDocument, NodeDocument } from '../../domain/documents/node.document.js';
import type { Part } from '../../domain/documents/parts.js';

const isUp = ({ up, carrier }: Pick<Nic, 'up' | 'carrier'>): boolean => carrier ?? up;

/** When each link of a node last went up or down, by its newest inventory. Pure. */
export const linksAfter = (
  { status: { inventory, links = [] } }: Part<NodeDocument, 'status.inventory' | 'status.links'>,
  nics: readonly Pick<Nic, 'name' | 'up' | 'carrier'>[],
  now: Date,
): LinkDocument[] =>
  nics.map((nic) => {
    const { name } = nic;
    const before = inventory?.nics.find((each) => each.name === name);
    const known = links.find((link) => link.name === name)?.since ?? null;
    return { name, since: before && isUp(before) !== isUp(nic) ? now : known };
  });
