import type { Tone } from '../ui/marks/mark.js';
import type { Fabric, FabricDrive } from './fabric.js';
import type { BoxKind } from './layout.js';
import { splitKey, stateOf } from './states.js';
import type { Colouring } from './topology-search.js';

/**
 * A colour by its meaning; the theme defines the actual colour. Steps go from weak to strong; classes have their own colours.
 * `nothing`: the object has no value. `none`: objects of this kind have no colour in this colouring.
 */
export type Fill = { tone: Tone } | { step: number } | { series: number; weak: boolean } | 'nothing' | 'none';

const SERIES = 5;
/** Statistics metrics for load and latency. Averages, because drives, which all come in one response, have nothing else. */
export const VALUE_METRICS = { load: 'iops', latency: 'latency-average' } as const;
/** Observed values of load or latency by key (`drive:<id>`). */
export type Values = ReadonlyMap<string, number>;

/** Upper bounds of all steps but the last, which is open. */
export interface Scale {
  ends: readonly number[];
  /** Maximum by kind of object (the start of the key, such as `drive`): the bounds are fractions of it. Absent: the bounds are values. */
  most?: ReadonlyMap<string, number>;
}
const RATIO_SCALE: Scale = { ends: [0.2, 0.4, 0.6, 0.8] };
/** Seconds: flash responds in tens to hundreds of microseconds. */
export const LATENCY_SCALE: Scale = { ends: [0.0002, 0.0005, 0.001, 0.005] };

/** Load has no absolute scale: steps are fractions of the maximum per kind. A node has the load of all its drives, so one scale would show only nodes. */
function loadScale(values: Values): Scale {
  const most = new Map<string, number>();
  for (const [key, value] of values) {
    const [kind] = splitKey(key);
    most.set(kind, Math.max(value, most.get(kind) ?? 0));
  }
  return { ...RATIO_SCALE, most };
}

export const scaleOf = (colouring: Colouring, values: Values): Scale | null =>
  colouring === 'space' || colouring === 'wear'
    ? RATIO_SCALE
    : colouring === 'latency'
      ? LATENCY_SCALE
      : colouring === 'load'
        ? loadScale(values)
        : null;

/** @param kind start of the key */
export const stepOf = ({ ends, most }: Scale, value: number, kind: string): number => {
  // All are idle: there is no maximum to divide by.
  const whole = most?.get(kind) || 1;
  const at = ends.findIndex((end) => value / whole < end);
  return at < 0 ? ends.length : at;
};

const COLOURED: Record<Exclude<Colouring, 'health'>, readonly BoxKind[]> = {
  load: ['drive', 'volume', 'node'],
  latency: ['drive', 'volume', 'node'],
  wear: ['drive'],
  space: ['drive'],
  class: ['drive', 'volume'],
};

/** With more classes than colours, the second five get the same colours, weaker; further ones get none. */
export const classFill = (index: number): Fill =>
  index < 2 * SERIES ? { series: index % SERIES, weak: index >= SERIES } : { tone: 'idle' };

type FillOf = (box: { kind: BoxKind; key: string }) => Fill;

/** The colour of each object that has one in this colouring. */
export function fillOf(fabric: Fabric, colouring: Colouring, values: Values): FillOf {
  if (colouring === 'health')
    return ({ key }) => {
      const state = stateOf(fabric, key);
      return state ? { tone: state.tone } : 'nothing';
    };
  const fill = colouring === 'class' ? classFills(fabric) : stepFills(fabric, colouring, values);
  return (box) => (COLOURED[colouring].includes(box.kind) ? fill(box) : 'none');
}

/** The class of a volume; of a drive its first one. */
function classFills(fabric: Fabric): FillOf {
  const indexOf = new Map(fabric.topology.driveClasses.map(({ id }, index) => [id, index]));
  return ({ kind, key }) => {
    const [, id] = splitKey(key);
    const index = kind === 'drive' ? fabric.drives.get(id)?.classes[0] : indexOf.get(fabric.volumes.get(id)?.driveClassId ?? '');
    return index === undefined ? 'nothing' : classFill(index);
  };
}

/** Fractions that the drives themselves carry. */
const DRIVE_RATIOS: Record<'wear' | 'space', (drive: FabricDrive) => number | null> = {
  wear: ({ wearRatio }) => wearRatio,
  space: ({ capacityBytes, allocatedBytes }) => (capacityBytes > 0 ? allocatedBytes / capacityBytes : null),
};

function stepFills(fabric: Fabric, colouring: 'load' | 'latency' | 'wear' | 'space', values: Values): FillOf {
  const scale = scaleOf(colouring, values);
  const ratioOf = colouring === 'wear' || colouring === 'space' ? DRIVE_RATIOS[colouring] : null;
  return ({ key }) => {
    const [of, id] = splitKey(key);
    const drive = ratioOf && fabric.drives.get(id);
    const value = ratioOf ? drive && ratioOf(drive) : values.get(key);
    return scale && value != null ? { step: stepOf(scale, value, of) } : 'nothing';
  };
}
