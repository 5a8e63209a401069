import type { Volume } from '../../../api/types.js';
import { Conditions } from '../../conditions.js';
import { History } from '../../history/history-view.js';
import { Notes } from '../../notes/notes.js';
import { conditionsOf, volumeHappenings } from './volume-history.js';

/** Conditions, jobs, audit entries and notes. */
export const ActivityTab = ({ volume }: { volume: Volume }) => (
  <>
    <Conditions of={conditionsOf(volume)} />
    <History subjectId={volume.id} notesOf="volume" others={volumeHappenings(volume)} />
    <Notes of={{ kind: 'volume', id: volume.id }} />
  </>
);
