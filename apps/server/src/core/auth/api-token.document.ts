import type { VolumeSelector } from '@weft/shared/kinds/access/volume-group';
import type { NounName } from '@weft/shared/kinds/nouns';
import type { Stored } from '../mongo/stored.js';

/** Collection `apiTokens`. Removed 30 days after `expiresAt`. */
export interface ApiTokenDocument extends Stored {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  name: string;
  userId: string;
  userName: string;
  role: string;
  /** Nouns whose paths the token may use; null: all paths. Of a token with `volumes` in `volumeNouns`, and empty here: a server of an earlier version, which does not know selectors, then refuses it everything. */
  nouns: NounName[] | null;
  /** The volumes of the token. Null or absent: all those of its user. */
  volumes?: VolumeSelector | null;
  volumeNouns?: NounName[] | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

/** The nouns of a token, wherever they are stored. */
export const nounsOf = ({ nouns, volumes, volumeNouns }: ApiTokenDocument): NounName[] | null => (volumes ? (volumeNouns ?? null) : nouns);
