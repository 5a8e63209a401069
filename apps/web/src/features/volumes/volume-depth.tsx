import type { Attachment, Volume } from '../../api/types.js';
import { VolumeDocuments } from './volume-documents.js';
import { VolumeHistory } from './volume-history-view.js';
import { nounsOfVolume } from './volume-nouns.js';

/** What stands below the charts: its past, and all of it as the API has it. */
export const VolumeDepth = ({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) => (
  <>
    <VolumeHistory volume={volume} nouns={nounsOfVolume(volume, attachments)} />
    <VolumeDocuments volume={volume} />
  </>
);
