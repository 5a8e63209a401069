import { Module } from '@nestjs/common';
import { StoreModule } from '../store.module.js';
import { SnapshotSets } from './snapshot-sets.service.js';
import { ThinServers } from './thin-servers.service.js';

const writers = [SnapshotSets, ThinServers];

/** Writers of snapshots that are being taken, and what thin volumes need of servers. */
@Module({ imports: [StoreModule], providers: writers, exports: writers })
export class ThinStoreModule {}
