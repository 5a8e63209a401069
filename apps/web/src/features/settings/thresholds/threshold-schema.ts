import type { AlertThreshold as RuleThreshold } from '@weft/shared/alerts/rules/rule';
import { alertThresholdSchema } from '@weft/shared/kinds/settings/settings';
import { z } from 'zod';
import { readLabels } from '../../../forms/labels-text.js';
import { issueSentence, requirement, sentenceIssue } from '../../../forms/sentences.js';
import { TYPED, typedValue } from './threshold-units.js';

const fields = z.object({ of: z.enum(['all', 'class', 'label']), driveClass: z.string(), label: z.string(), value: z.string() });
export type ThresholdForm = z.input<typeof fields>;

/** Reads one own threshold of a rule, within the bounds of the rule. */
export const thresholdSchemaOf = (rule: string, { min, max, unit }: Pick<RuleThreshold, 'min' | 'max' | 'unit'>) =>
  fields.transform(({ of, driveClass, label, value }, context) => {
    const report = (field: keyof ThresholdForm, text: string) => context.addIssue({ ...sentenceIssue(text), path: [field] });
    const stored = Number(value.trim().replace(',', '.')) / TYPED[unit].per;
    if (!(stored >= min && stored <= max)) report('value', `Enter a number from ${typedValue(min, unit)} to ${typedValue(max, unit)}.`);
    const pair = of === 'label' ? readPair(label) : null;
    if (pair === undefined) report('label', 'Write one label as key=value.');
    const body = { rule, driveClass: of === 'class' ? driveClass : null, volumeLabel: pair ?? null, value: stored };
    const checked = alertThresholdSchema.safeParse(body, { error: requirement, reportInput: true });
    if (checked.success) return checked.data;
    for (const issue of checked.error.issues) report(issue.path[0] === 'volumeLabel' ? 'label' : 'value', issueSentence(issue, []));
    return z.NEVER;
  });

function readPair(text: string): { key: string; value: string } | undefined {
  try {
    const [pair, ...others] = Object.entries(readLabels(text));
    return pair && others.length === 0 ? { key: pair[0], value: pair[1] } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
