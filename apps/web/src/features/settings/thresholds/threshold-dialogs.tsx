import { NativeSelect, TextInput } from '@mantine/core';
import { alertValue, thresholdScopes } from '@weft/shared/alerts/rules/rule';
import { useMemo } from 'react';
import type { AlertThreshold, Settings } from '../../../api/types.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { ruleWords } from '../../alerts/alert-status.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { useDriveClassChoices } from '../../use-choices.js';
import { useSettingsUpdate } from '../use-settings-update.js';
import { type ThresholdForm, thresholdSchemaOf } from './threshold-schema.js';
import { isSameScope, type RuleWithThreshold, scopeText, TYPED, withThreshold } from './threshold-units.js';

interface Props {
  settings: Settings;
  rule: RuleWithThreshold;
  onClose: () => void;
}

const EMPTY: ThresholdForm = { of: 'all', driveClass: '', label: '', value: '' };
const requiredIn = ({ of }: ThresholdForm) => ({
  ...(of === 'class' ? { driveClass: 'choose a drive class' } : {}),
  ...(of === 'label' ? { label: 'enter a label' } : {}),
  value: 'enter a value',
});

const SCOPES = {
  driveClass: { value: 'class', label: 'a drive class' },
  volumeLabel: { value: 'label', label: 'volumes with a label' },
};
const scopesOf = ({ kind }: RuleWithThreshold) => [
  { value: 'all', label: 'everything' },
  ...(thresholdScopes[kind] ?? []).map((scope) => SCOPES[scope]),
];

export function ThresholdDialog({ settings, rule, onClose }: Props) {
  const { update, base, requestOf } = useSettingsUpdate(settings, onClose);
  const classes = useDriveClassChoices();
  const { name, threshold } = rule;
  const schema = useMemo(() => thresholdSchemaOf(name, threshold), [name, threshold]);
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: EMPTY,
    schema,
    required: requiredIn,
    error: update.error,
  });
  const request = body && requestOf({ alertThresholds: withThreshold(base.alertThresholds, body) });
  const { word } = TYPED[threshold.unit];
  return (
    <PlanDialog
      title={`Threshold of “${ruleWords(name)}”`}
      action="Set value"
      refusedBecause={refusedBecause}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>{threshold.meaning}.</p>
      <NativeSelect label="Applies to" data={scopesOf(rule)} data-autofocus {...field('of')} />
      {values.of === 'class' ? (
        <NativeSelect label="Drive class" data={['', ...classes.map(({ label }) => label)]} {...field('driveClass')} />
      ) : null}
      {values.of === 'label' ? <TextInput label="Label" placeholder="tier=gold" {...field('label')} /> : null}
      <TextInput
        label={`Threshold, ${word}`}
        description={`Default: ${alertValue(threshold.default, threshold.unit)}.`}
        inputMode="decimal"
        {...field('value')}
      />
    </PlanDialog>
  );
}

export function RemoveThresholdDialog({ settings, rule, own, onClose }: Props & { own: AlertThreshold }) {
  const { update, base, requestOf } = useSettingsUpdate(settings, onClose);
  const request = requestOf({ alertThresholds: base.alertThresholds.filter((each) => !isSameScope(each, own)) });
  return (
    <PlanDialog
      title={`Threshold of “${ruleWords(rule.name)}”`}
      action="Remove value"
      refusedBecause={null}
      pending={update.isPending}
      error={update.error}
      request={request}
      onApply={() => update.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        The value {alertValue(own.value, rule.threshold.unit)} for {scopeText(own)} is removed. Without another value the default is{' '}
        {alertValue(rule.threshold.default, rule.threshold.unit)}.
      </p>
    </PlanDialog>
  );
}
