import { lazy, Suspense } from 'react';
import { paths } from '../../paths/paths.js';
import { Since } from '../time/time.js';
import { InlineLink } from './links.js';
import type { Noun } from './nouns.js';
import type { Piece, Sentence } from './sentence.js';

const jobsOf = (subjectId: string) => paths.jobs({ subjectId });
const pathOf = ({ kind, id }: Noun) =>
  ({
    volume: paths.volume,
    node: paths.node,
    drive: paths.drive,
    attachment: paths.attachment,
    backup: () => paths.backups(),
    benchmark: paths.benchmark,
    deployment: paths.deployment,
    drill: paths.drill,
    server: () => paths.settings(),
    jobs: jobsOf,
  })[kind](id);

export const NounLink = ({ noun }: { noun: Noun }) => <InlineLink {...pathOf(noun)}>{noun.name}</InlineLink>;

/** A lazy chunk with the sentences of agents and of the audit, which the first load has no room for. Until it is loaded, the stored text is shown. */
const AgentReport = lazy(() => import('./agent-report.js').then((module) => ({ default: module.AgentReport })));

const Shown = ({ piece }: { piece: Piece }) => {
  if (typeof piece === 'string') return piece;
  if ('at' in piece) return <Since at={piece.at} />;
  // A leg has no page of its own.
  if ('kind' in piece) return piece.kind === 'leg' ? piece.name : <NounLink noun={{ ...piece, kind: piece.kind }} />;
  if (!piece.report) return piece.quote;
  return (
    <Suspense fallback={piece.quote}>
      <AgentReport of={piece} show={(sentence) => <Linked text={sentence} />} />
    </Suspense>
  );
};

/** A sentence, with a link for each object in it. Plain text is shown as it is. */
export const Linked = ({ text }: { text: Sentence }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have no other identity.
  typeof text === 'string' ? text : text.map((piece, at) => <Shown key={at} piece={piece} />);
