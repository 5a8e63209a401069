import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { defaultSettings, knownSpec, type Settings, type SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import type { ClientSession } from 'mongodb';
import { CONFIG, type Config } from '../config/config.schema.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import { checkThreshold } from '../domain/alerts/thresholds.js';
import type { SettingsDocument } from './settings.document.js';
import { toSettings } from './settings.mapper.js';
import { SettingsRepository } from './settings.repository.js';

export type { SettingsDocument } from './settings.document.js';

@Injectable()
export class SettingsService implements OnModuleInit {
  constructor(
    private readonly settings: SettingsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** For commands: the settings of this database, without a server. */
  static reading(mongo: Mongo, config: Config): SettingsService {
    return new SettingsService(new SettingsRepository(mongo), config);
  }

  /** The first start decides permanently whether a database is simulated or real. */
  async onModuleInit(): Promise<void> {
    const { simulated } = this.config;
    const stored = await this.settings.ensure({
      ...newStored(),
      _id: 'cluster',
      clusterId: randomUUID(),
      historyId: randomUUID(),
      simulated,
      spec: defaultSettings,
    });
    if (stored.simulated === simulated) return;
    const [is, asked] = stored.simulated ? ['simulated', 'real'] : ['real', 'simulated'];
    throw new Error(
      `The database ${this.config.mongodbDatabase} holds a ${is} cluster and was started as a ${asked} one: it can never become that. Set simulated (WEFT_SIMULATED) to ${stored.simulated}, or give another mongodbDatabase.`,
    );
  }

  /** The stored settings; inside a transaction, pass its session. */
  async get(session?: ClientSession): Promise<SettingsDocument> {
    const stored = await this.settings.get(session);
    return { ...stored, spec: knownSpec(stored.spec) };
  }

  async read(): Promise<Settings> {
    return toSettings(await this.settings.get());
  }

  async update(change: SettingsUpdate, ifMatch: number | undefined): Promise<Settings> {
    for (const threshold of change.alertThresholds ?? []) checkThreshold(threshold);
    return toSettings(await this.settings.update(change, ifMatch));
  }
}
