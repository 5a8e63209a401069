import { Injectable } from '@nestjs/common';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { isInForce, type MaintenanceDocument } from '../documents/maintenance.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import type { Around } from '../maintenance/maintenance-plan.js';
import type { MaintainedNode, MaintenanceWorld, OpenMaintenance } from '../maintenance/maintenance-world.js';
import { readable } from './readable.js';
import { StoredDrives } from './stored-drives.service.js';
import { StoredNodes } from './stored-nodes.service.js';
import { WorldStore } from './world-store.service.js';

/** Reads the nodes around a maintenance, and writes maintenances. */
@Injectable()
export class MaintenanceWorldStore {
  constructor(
    private readonly mongo: Mongo,
    private readonly stored: StoredNodes,
    private readonly drives: StoredDrives,
    private readonly worlds: WorldStore,
  ) {}

  private get nodes() {
    return readable(this.mongo, 'nodes');
  }
  private get volumes() {
    return readable(this.mongo, 'volumes');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  node(id: string, session?: ClientSession): Promise<NodeDocument | null> {
    return this.nodes.findOne({ _id: id }, { session });
  }

  async read(id: string, session?: ClientSession): Promise<MaintenanceWorld | null> {
    const now = new Date();
    const node = await this.node(id, session);
    return node && { node, around: await this.around(node, now, session), now };
  }

  /** Replaces the maintenance of a node that was read in this transaction. */
  async write({ _id: id, version }: MaintainedNode, maintenance: MaintenanceDocument, session: ClientSession): Promise<void> {
    await this.stored.setMaintenance(id, version, maintenance, session);
    if (maintenance.endedAt) return;
    // Three concurrent decisions must conflict with a start: maintenance of another mirror leg's node, changes of these volumes, placements on the node.
    await this.worlds.touchOfNode(id, session);
    await this.drives.touchOfNode(id, session);
  }

  /** All data for a maintenance plan of the node. */
  private async around({ _id: id, name }: NodeDocument, now: Date, session?: ClientSession): Promise<Around> {
    const volumes = await this.volumes.find({ 'legs.nodeId': id }, { session, sort: { name: 1 } }).toArray();
    const attachments = await readable(this.mongo, 'attachments')
      .find({ $or: [{ nodeId: id }, { volumeId: { $in: volumes.map(({ _id }) => _id) } }] }, { session, sort: { createdAt: 1 } })
      .toArray();
    const statusIds = attachments.filter(({ nodeId }) => nodeId === id).map(({ _id }) => `${id}/attachment/${_id}`);
    const open = await readable(this.mongo, 'objectStatuses')
      .find({ _id: { $in: statusIds }, 'status.observed.open': true }, { session, projection: { objectId: 1 } })
      .toArray();
    const others = new Set(volumes.flatMap(({ legs }) => legs.map(({ nodeId }) => nodeId)).filter((nodeId) => nodeId !== id));
    return {
      node: { id, name },
      volumes,
      attachments,
      openIds: new Set(open.map(({ objectId }) => objectId)),
      away: await this.away([...others], now, session),
    };
  }

  /** Nodes that are unavailable now, and why. */
  private async away(ids: string[], now: Date, session?: ClientSession): Promise<Map<string, Message>> {
    const found = await this.nodes
      .find({ _id: { $in: ids } }, { session, projection: { name: 1, 'status.connection': 1, 'spec.maintenance': 1 } })
      .toArray();
    return new Map(
      found.flatMap(({ _id, name, spec: { maintenance }, status: { connection } }): [string, Message][] => {
        const node = nodeRef(_id, name);
        if (maintenance && isInForce(maintenance, now))
          return [[_id, messageOf('node-in-maintenance', { node, until: maintenance.until.toISOString() })]];
        return connection.state === 'online' ? [] : [[_id, messageOf('node-silent', { node })]];
      }),
    );
  }

  /** Maintenances that are not recorded as ended. */
  async open(session?: ClientSession): Promise<OpenMaintenance[]> {
    const found = await this.nodes
      .find(
        { 'spec.maintenance.until': { $exists: true }, 'spec.maintenance.endedAt': null },
        { session, projection: { name: 1, 'spec.maintenance': 1 } },
      )
      .toArray();
    return found.flatMap(({ _id, name, spec: { maintenance } }) => (maintenance ? [{ id: _id, name, until: maintenance.until }] : []));
  }

  /** Records the end of maintenances whose time is over. */
  async expire(over: readonly OpenMaintenance[], session: ClientSession): Promise<void> {
    for (const each of over) await this.stored.expireMaintenance(each, session);
  }
}
