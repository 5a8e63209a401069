import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { Stored } from '../core/mongo/stored.js';

/** Collection `settings`: one document. The first start sets `clusterId` and `simulated`; they never change. */
export interface SettingsDocument extends Stored {
  _id: 'cluster';
  clusterId: string;
  /** History id of this database: new at every restore (`weft-server new-history`). */
  historyId: string;
  simulated: boolean;
  spec: SettingsSpec;
}
