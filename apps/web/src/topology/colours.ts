import type { Tone } from '../ui/status.js';
import type { Fabric } from './fabric.js';
import type { BoxKind } from './layout.js';
import { splitKey, stateOf } from './states.js';
import type { Colouring } from './topology-search.js';

/** A colour by what it means; the theme says which it is. Steps are from weak to strong; classes have colours of their own. */
export type Fill = { tone: Tone } | { step: number } | { series: number; weak: boolean } | 'nothing';

const SERIES = 5;
/** Values of load or latency by key (`drive:<id>`), as far as they were observed. */
export type Values = ReadonlyMap<string, number>;

/** Upper ends of all steps but the last, which is open. */
export interface Scale {
  ends: readonly number[];
}
const RATIO_SCALE: Scale = { ends: [0.2, 0.4, 0.6, 0.8] };
/** Seconds: flash answers in tens to hundreds of microseconds. */
const LATENCY_SCALE: Scale = { ends: [0.0002, 0.0005, 0.001, 0.005] };

/** Of load there is no right or wrong: steps are parts of the strongest there is, in round numbers. */
function loadScale(values: Values): Scale {
  const most = Math.max(1, ...values.values());
  const round = 10 ** Math.floor(Math.log10(most));
  const top = Math.ceil(most / round) * round;
  return { ends: [0.2, 0.4, 0.6, 0.8].map((part) => part * top) };
}

export const scaleOf = (colouring: Colouring, values: Values): Scale | null =>
  colouring === 'space' || colouring === 'wear'
    ? RATIO_SCALE
    : colouring === 'latency'
      ? LATENCY_SCALE
      : colouring === 'load'
        ? loadScale(values)
        : null;

export const stepOf = ({ ends }: Scale, value: number): number => {
  const at = ends.findIndex((end) => value < end);
  return at < 0 ? ends.length : at;
};

/** More classes than colours: the second five have the same, weaker; beyond that there is none. */
export const classFill = (index: number): Fill =>
  index < 2 * SERIES ? { series: index % SERIES, weak: index >= SERIES } : { tone: 'idle' };

/** The colour of each thing that has one in this colouring. */
export function fillOf(fabric: Fabric, colouring: Colouring, values: Values): (box: { kind: BoxKind; key: string }) => Fill {
  const scale = scaleOf(colouring, values);
  const stepFill = (value: number | null | undefined): Fill => (scale && value != null ? { step: stepOf(scale, value) } : 'nothing');
  const classIndex = new Map(fabric.topology.driveClasses.map(({ id }, index) => [id, index]));
  return ({ kind, key }) => {
    const [, id] = splitKey(key);
    if (colouring === 'health') {
      const state = stateOf(fabric, key);
      return state ? { tone: state.tone } : 'nothing';
    }
    if (colouring === 'load' || colouring === 'latency') return stepFill(values.get(key));
    if (kind === 'drive') {
      const drive = fabric.drives.get(id);
      if (!drive) return 'nothing';
      if (colouring === 'wear') return stepFill(drive.wearRatio);
      if (colouring === 'space') return stepFill(drive.capacityBytes > 0 ? drive.allocatedBytes / drive.capacityBytes : null);
      return drive.classes[0] === undefined ? 'nothing' : classFill(drive.classes[0]);
    }
    if (kind === 'volume' && colouring === 'class') {
      const index = classIndex.get(fabric.volumes.get(id)?.driveClassId ?? '');
      return index === undefined ? 'nothing' : classFill(index);
    }
    return 'nothing';
  };
}
