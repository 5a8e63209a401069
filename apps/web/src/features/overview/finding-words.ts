import { healthWords } from '@weft/shared/kinds/volume';
import { renderedFinding } from '@weft/shared/text/rendering/render-finding';
import type { Finding, Overview, SentenceData } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import type { CauseFacts } from '../../ui/cause.js';
import type { Tone } from '../../ui/marks/mark.js';
import type { Sentence } from '../../ui/text/sentence.js';

export const TONES: Record<Finding['severity'], Tone> = { bad: 'bad', warn: 'warn', info: 'idle' };

const told = (count: number) => count.toLocaleString('en');
const volumes = (count: number) => `${told(count)} ${count === 1 ? 'volume' : 'volumes'}`;

/** A count as text, with the path of the list it counts. */
export interface Counted {
  text: string;
  path: ReturnType<typeof paths.volumes | typeof paths.nodes>;
}

/** `2 attachments have`: counts attachments with paths that carry no I/O; each may have other live paths. */
export const fewerPathsText = (count: number): string => (count === 1 ? '1 attachment has' : `${told(count)} attachments have`);

/** A sentence that the answer has as text, with its data beside it; the text if there are no data or of another version. */
const dataSentence = (data: SentenceData | undefined, text: string | null): Sentence | null =>
  (data && renderedFinding(data)?.[data.part]) ?? text;

/** The explanation of a finding, or of a volume in it. */
export const causeFacts = ({
  since,
  because,
  waitingFor,
  unblockedBy,
  data,
}: Pick<Finding, 'since' | 'because' | 'waitingFor' | 'unblockedBy' | 'data'>): CauseFacts => ({
  since,
  because: dataSentence(data.because, because),
  waitingFor: dataSentence(data.waitingFor, waitingFor),
  unblockedBy: dataSentence(data.unblockedBy, unblockedBy),
});

/** `2 volumes degraded, 1 stalled`: consequences of a cause; empty when it has none. */
export const affectedCounts = ({ affected }: Pick<Finding, 'affected'>): Counted[] =>
  affected.map(({ health, unconfirmed, count }, at) => ({
    text: `${at === 0 ? volumes(count) : told(count)} ${healthWords(health, unconfirmed)}`,
    path: paths.volumes({ health }),
  }));

/** `12 volumes healthy, 1 healthy (unconfirmed), 2 degraded`, and `5 nodes online, 1 lost`. */
export function wholeCounts({
  volumes: ofVolumes,
  nodes,
}: {
  volumes: Pick<Overview['counts']['volumes'], 'byHealth'>;
  nodes: Overview['counts']['nodes'];
}): [volumes: Counted[], nodes: Counted[]] {
  const healths = ofVolumes.byHealth
    .flatMap(({ health, count, unconfirmed }) => [
      { health, unconfirmed: false, count: count - unconfirmed },
      { health, unconfirmed: true, count: unconfirmed },
    ])
    .filter(({ count }) => count > 0)
    .map(({ health, unconfirmed, count }, at) => ({
      text: `${at === 0 ? volumes(count) : told(count)} ${healthWords(health, unconfirmed)}`,
      path: paths.volumes({ health }),
    }));
  const connections = (['online', 'lost', 'never'] as const).flatMap((connection) =>
    connection === 'online' || nodes[connection] > 0
      ? [{ text: `${told(nodes[connection])} ${connectionText(connection, nodes)}`, path: paths.nodes({ connection }) }]
      : [],
  );
  return [healths.length > 0 ? healths : [{ text: 'no volume', path: paths.volumes() }], connections];
}

const connectionText = (connection: 'online' | 'lost' | 'never', { online }: { online: number }): string =>
  ({ online: `${online === 1 ? 'node' : 'nodes'} online`, lost: 'lost', never: 'never connected' })[connection];
