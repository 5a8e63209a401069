import type { Attachment, Volume } from '../../../api/types.js';
import { History } from '../../history/history-view.js';
import { nounsOfVolume } from '../volume-nouns.js';
import { VolumeDocuments } from './volume-documents.js';
import { volumeHappenings } from './volume-history.js';

/** What stands below the charts: its past, and all of it as the API has it. */
export const VolumeDepth = ({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) => (
  <>
    <History subjectId={volume.id} others={volumeHappenings(volume)} nouns={nounsOfVolume(volume, attachments)} />
    <VolumeDocuments volume={volume} />
  </>
);
