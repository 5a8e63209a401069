import { Injectable } from '@nestjs/common';
import type { BenchmarkFacts } from '@weft/shared/kinds/benchmarks/benchmark';
import { WEFT_VERSION } from '@weft/shared/version';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { ClientState } from '../domain/benchmark/advance.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { BenchmarkDocument } from '../domain/documents/benchmark.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';

/** What decisions about benchmarks read of the cluster. */
@Injectable()
export class BenchmarkWorlds {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
  ) {}

  async clients(ids: readonly string[], session?: ClientSession): Promise<Map<string, ClientState>> {
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: [...ids] } }, { session })
      .toArray();
    return new Map(
      nodes.map(({ _id, name, status: { connection, bootId, historyDoubt } }) => [
        _id,
        { name, isOnline: connection.state === 'online' && !historyDoubt, since: connection.since, bootId },
      ]),
    );
  }

  /** Ids of these attachments that are attached. */
  async attached(ids: readonly string[], session?: ClientSession): Promise<Set<string>> {
    const found = await readable(this.mongo, 'attachments')
      .find({ _id: { $in: [...ids] }, 'status.state': 'attached' }, { session, projection: { _id: 1 } })
      .toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  attachment(id: string): Promise<AttachmentDocument | null> {
    return readable(this.mongo, 'attachments').findOne({ _id: id });
  }
  attachmentsOf(volumeId: string): Promise<AttachmentDocument[]> {
    return readable(this.mongo, 'attachments').find({ volumeId }).toArray();
  }
  volume(id: string): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ _id: id });
  }
  volumeNamed(name: string): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ name });
  }

  /** Inventory, versions and settings now. */
  async facts({ clients, volumes }: Pick<BenchmarkDocument, 'clients' | 'volumes'>): Promise<BenchmarkFacts> {
    const clientIds = new Set(clients.map(({ id }) => id));
    const targetIds = new Set(volumes.flatMap(({ targets }) => targets.map(({ id }) => id)));
    const ids = [...new Set([...clientIds, ...targetIds])];
    const [nodes, drives, { spec, simulated }] = await Promise.all([
      readable(this.mongo, 'nodes')
        .find({ _id: { $in: ids } }, { sort: { name: 1 } })
        .toArray(),
      readable(this.mongo, 'drives')
        .find({ nodeId: { $in: ids } }, { sort: { serial: 1 } })
        .toArray(),
      this.settings.get(),
    ]);
    return {
      serverVersion: WEFT_VERSION,
      simulated,
      nodes: nodes.map(({ _id, name, status: { inventory, agent } }) => ({
        id: _id,
        name,
        roles: [...(clientIds.has(_id) ? (['client'] as const) : []), ...(targetIds.has(_id) ? (['target'] as const) : [])],
        agentVersion: agent?.version ?? inventory?.agentVersion ?? null,
        kernel: inventory?.kernel ?? null,
        operatingSystem: inventory?.distribution ?? null,
        cpu: inventory ? `${inventory.cpu.sockets} × ${inventory.cpu.model}, ${inventory.cpu.threads} threads` : null,
        memoryBytes: inventory?.memoryBytes ?? null,
        nics: (inventory?.nics ?? []).map(({ name: nic, speedBitsPerSecond, mtuBytes }) => ({
          name: nic,
          speedBitsPerSecond,
          mtu: mtuBytes,
        })),
        drives: drives
          .filter(({ nodeId }) => nodeId === _id && targetIds.has(_id))
          .map(({ serial, status: { inventory: drive } }) => ({
            serial,
            model: drive.model,
            firmware: drive.firmware,
            sizeBytes: drive.sizeBytes,
          })),
      })),
      settings: Object.fromEntries(Object.entries(spec).map(([name, value]) => [name, JSON.stringify(value)])),
    };
  }
}
