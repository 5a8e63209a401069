import type { Sealed, Stored } from '../../core/mongo/stored.js';

/** Collection `exportKeys`: keys of the TLS connections of exports, encrypted. `_id` is the export's `tlsKeyId`. Stored and removed with the export. */
export interface ExportKeyDocument extends Stored {
  clientId: string;
  targetId: string;
  sealed: Sealed;
}
