import { paths } from '../../paths/paths.js';
import { InlineLink } from './links.js';
import { linkedPieces, type Noun } from './nouns.js';
import type { Sentence } from './sentence.js';
import { Since } from './time.js';

const jobsOf = (subjectId: string) => paths.jobs({ subjectId });
const pathOf = ({ kind, id }: Noun) =>
  ({ volume: paths.volume, node: paths.node, drive: paths.drive, attachment: paths.attachment, jobs: jobsOf })[kind](id);

export const NounLink = ({ noun }: { noun: Noun }) => <InlineLink {...pathOf(noun)}>{noun.name}</InlineLink>;

/** Text from the server, with a link for every known noun. */
export const Linked = ({ text, nouns }: { text: Sentence; nouns: readonly Noun[] }) =>
  linkedPieces(text, nouns).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have no other identity.
    typeof piece === 'string' ? piece : 'at' in piece ? <Since key={at} at={piece.at} /> : <NounLink key={at} noun={piece} />,
  );
