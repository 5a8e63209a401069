import type { Volume } from '../../../api/types.js';
import { History } from '../../history/history-view.js';
import { VolumeDocuments } from './volume-documents.js';
import { volumeHappenings } from './volume-history.js';

/** Sections below the charts: the volume's history, and its full API documents. */
export const VolumeDepth = ({ volume }: { volume: Volume }) => (
  <>
    <History subjectId={volume.id} others={volumeHappenings(volume)} />
    <VolumeDocuments volume={volume} />
  </>
);
