import type { SettingsSpec } from '@weft/shared/kinds/settings';
import type { Stored } from '../core/mongo/stored.js';

/** Collection `settings`: one document. `clusterId` and `simulated` are decided at the first start and never change. */
export interface SettingsDocument extends Stored {
  _id: 'cluster';
  clusterId: string;
  /** Of this database: new at every restore (`weft-server new-history`). */
  historyId: string;
  simulated: boolean;
  spec: SettingsSpec;
}
