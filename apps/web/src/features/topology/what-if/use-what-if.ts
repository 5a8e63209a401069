import { useMemo } from 'react';
import type { Picture } from '../../../topology/drawing/picture.js';
import type { Fabric } from '../../../topology/fabric.js';
import { type Line, nameOf } from '../../../topology/outline.js';
import type { State } from '../../../topology/states.js';
import { canFail, effectsOf, type Failures, isFailed, type VolumeEffect } from '../../../topology/what-if/effects.js';
import { outcomeFill, outcomeTone, outcomeWords } from './what-if-words.js';

type FillOf = Picture['fillOf'];

export interface WhatIf {
  failures: Failures;
  effects: readonly VolumeEffect[];
  /** Lets an object fail, or restores it. */
  toggle: (key: string) => void;
  /** Colours of the picture: failed objects, and volumes by their outcome. */
  over: (base: FillOf) => FillOf;
  /** The assumed state of an object. Null: as it is. */
  stateOf: (key: string) => State | null;
  /** Lines of the outline in their assumed states. */
  marked: (lines: readonly Line[]) => Line[];
}

/** The assumed failures and what follows from them, all in the browser. Null: not in what-if mode. */
export function useWhatIf(fabric: Fabric, fail: readonly string[] | undefined, onChange: (fail: string[]) => void): WhatIf | null {
  return useMemo(() => {
    if (!fail) return null;
    const failures = new Set(fail.filter((key) => canFail(key) && nameOf(fabric, key) !== ''));
    const effects = effectsOf(fabric, failures);
    const outcomes = new Map(effects.map(({ volume, after }) => [`volume:${volume.id}`, after]));
    const fails = (key: string) => isFailed(fabric, failures, key);
    const stateOf = (key: string): State | null => {
      if (fails(key)) return { tone: 'bad', what: 'failed (what if)' };
      const outcome = outcomes.get(key);
      return outcome ? { tone: outcomeTone(outcome), what: `${outcomeWords(outcome)} (what if)` } : null;
    };
    return {
      failures,
      effects,
      toggle: (key) => onChange(failures.has(key) ? [...failures].filter((each) => each !== key) : [...failures, key]),
      over: (base) => (box) => {
        const outcome = outcomes.get(box.key);
        return outcome ? outcomeFill(outcome) : fails(box.key) ? { tone: 'bad' } : base(box);
      },
      stateOf,
      marked: (lines) => lines.map((line) => ({ ...line, state: stateOf(line.key) ?? line.state })),
    };
  }, [fabric, fail, onChange]);
}
