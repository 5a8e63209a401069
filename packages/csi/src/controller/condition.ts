import { soundHealths, type Volume } from '@weft/shared/kinds/volume';
import type { VolumeCondition } from '../proto/messages.js';

/** Health of a volume as CSI has it: abnormal only with evidence of a problem. `unknown` is none. */
export function conditionOf({ health, conditions }: Pick<Volume, 'health' | 'conditions'>): VolumeCondition {
  const abnormal = health !== 'unknown' && !soundHealths.includes(health);
  const why = conditions.find(({ type }) => type === 'Healthy')?.message;
  return { abnormal, message: why ? `${health}: ${why}` : health };
}
