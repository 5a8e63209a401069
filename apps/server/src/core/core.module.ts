import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ChangeFeed } from './changes/change-feed.js';
import { Leases } from './leases/leases.js';
import { Mongo } from './mongo/mongo.js';

/** What every feature may use. The database is connected, and its schema current, before Nest starts. */
@Global()
@Module({})
export class CoreModule {
  static with(mongo: Mongo): DynamicModule {
    return {
      module: CoreModule,
      providers: [{ provide: Mongo, useValue: mongo }, ChangeFeed, Leases],
      exports: [Mongo, ChangeFeed, Leases],
    };
  }
}
