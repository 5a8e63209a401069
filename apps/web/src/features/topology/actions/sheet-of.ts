import type { Scale } from '../../../topology/colours.js';
import type { Picture } from '../../../topology/drawing/picture.js';
import type { Sheet } from '../../../topology/drawing/sheet.js';
import { inkOf } from '../../../topology/drawing/theme.js';
import type { Fabric } from '../../../topology/fabric.js';
import { nameOf } from '../../../topology/outline.js';
import type { Colouring } from '../../../topology/topology-search.js';
import type { Failures } from '../../../topology/what-if/effects.js';
import { utcText } from '../../../ui/time/time-text.js';
import { FLOW_NOTE, latencyEntries, widthEntries } from '../flow/flow-entries.js';
import { entriesOf, noteOf } from '../legend/legend-entries.js';
import { whatIfEntries } from '../what-if/what-if-words.js';

interface Shown {
  colouring: Colouring;
  scale: Scale | null;
  /** Assumed failures. Null: not in what-if mode. */
  failures: Failures | null;
}

/** The picture with the facts that its page shows around it. */
export function sheetOf(fabric: Fabric, picture: Picture, { colouring, scale, failures }: Shown): Sheet {
  const { selected, looks, theme } = picture;
  const lines = looks ? [...widthEntries(theme), ...latencyEntries(theme)] : [];
  const facts = [
    utcText(new Date().toISOString()),
    `colour: ${colouring}`,
    noteOf(colouring, scale).replace(/\.$/, ''),
    failures ? `assumed to have failed: ${[...failures].map((key) => nameOf(fabric, key)).join(', ') || 'nothing'}` : '',
    looks ? `links: ${FLOW_NOTE.replace(/\.$/, '')}` : '',
    selected === null ? '' : `selected: ${nameOf(fabric, selected)}`,
  ];
  return {
    picture,
    title: failures ? 'Weft topology, what if' : 'Weft topology',
    facts: facts.filter((fact) => fact !== '').join(' · '),
    legend: [
      ...(failures ? whatIfEntries : entriesOf(fabric, colouring, scale)).map(({ label, fill }) => ({
        label,
        ...inkOf(fill, picture.theme),
      })),
      ...lines,
    ],
  };
}
