import type { Attachment, Volume } from '../../../api/types.js';
import { History } from '../../history/history-view.js';
import { nounsOfVolume } from '../volume-nouns.js';
import { VolumeDocuments } from './volume-documents.js';
import { volumeHappenings } from './volume-history.js';

/** Sections below the charts: the volume's history, and its full API documents. */
export const VolumeDepth = ({ volume, attachments }: { volume: Volume; attachments: readonly Attachment[] }) => (
  <>
    <History subjectId={volume.id} others={volumeHappenings(volume)} nouns={nounsOfVolume(volume, attachments)} />
    <VolumeDocuments volume={volume} />
  </>
);
