import type { Attachment } from '../../../api/types.js';
import { nodeNoun, volumeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { Conditions } from '../../conditions.js';
import { conditionHappenings } from '../../history/history.js';
import { History } from '../../history/history-view.js';

const ABOUT = 'the attachment';

/** Conditions, jobs and audit entries. */
export const ActivityTab = ({ attachment: { id, volume, node, createdAt, conditions, revoked } }: { attachment: Attachment }) => (
  <>
    <Conditions of={[{ about: ABOUT, conditions }]} />
    <History
      subjectId={id}
      others={[
        { at: createdAt, what: { text: 'the attachment was requested' } },
        ...conditionHappenings(ABOUT, conditions),
        ...(revoked
          ? [{ at: revoked.at, what: { text: sentence`${revoked.by} force detached ${volumeNoun(volume)} from ${nodeNoun(node)}` } }]
          : []),
      ]}
    />
  </>
);
