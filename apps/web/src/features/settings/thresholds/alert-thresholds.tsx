/* A lazy chunk: the table of rules comes with it. */
import { alertRules } from '@weft/shared/alerts/alert-rules';
import { alertValue } from '@weft/shared/alerts/rules/rule';
import { useState } from 'react';
import type { AlertThreshold, Settings } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { RowAction } from '../../../ui/actions/actions.js';
import { Section } from '../../../ui/page.js';
import { ruleWords } from '../../alerts/alert-status.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { RemoveThresholdDialog, ThresholdDialog } from './threshold-dialogs.js';
import { type RuleWithThreshold, scopeText } from './threshold-units.js';

const rules = alertRules.filter((rule): rule is RuleWithThreshold => rule.threshold !== undefined);
const FIRES = { 'at-or-above': 'at or above', below: 'below' } as const;

type Open = { what: 'set'; rule: RuleWithThreshold } | { what: 'remove'; rule: RuleWithThreshold; own: AlertThreshold };

/** The rules with a threshold: its default, and the values of this cluster. */
export function AlertThresholds({ settings }: { settings: Settings }) {
  const refused = usePermissionRefusal('settings:change');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Alert thresholds">
      <p className="dimmed written">The most specific value counts: of a volume label, else of a drive class, else of everything.</p>
      <PlainTable
        label="Alert thresholds"
        rows={rules}
        rowKey={({ name }) => name}
        columns={[
          { name: 'Rule', cell: ({ name }) => ruleWords(name), whole: true },
          { name: 'Measured', cell: ({ threshold }) => threshold.meaning, wide: true },
          { name: 'Fires', cell: ({ threshold }) => FIRES[threshold.fires], whole: true },
          { name: 'Default', cell: ({ threshold }) => alertValue(threshold.default, threshold.unit), whole: true },
          {
            name: 'Own values',
            cell: (rule) => (
              <OwnValues
                rule={rule}
                own={settings.alertThresholds.filter((each) => each.rule === rule.name)}
                refused={refused}
                onRemove={(own) => setOpen({ what: 'remove', rule, own })}
              />
            ),
            wide: true,
          },
          {
            name: 'Actions',
            cell: (rule) => (
              <RowAction action={{ label: 'Set value…', refusedBecause: refused, onClick: () => setOpen({ what: 'set', rule }) }} />
            ),
            whole: true,
          },
        ]}
      />
      {open?.what === 'set' ? <ThresholdDialog settings={settings} rule={open.rule} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveThresholdDialog settings={settings} rule={open.rule} own={open.own} onClose={close} /> : null}
    </Section>
  );
}

interface OwnProps {
  rule: RuleWithThreshold;
  own: readonly AlertThreshold[];
  refused: string | null;
  onRemove: (own: AlertThreshold) => void;
}

const OwnValues = ({ rule, own, refused, onRemove }: OwnProps) =>
  own.length === 0 ? (
    <span className="dimmed">none</span>
  ) : (
    own.map((each) => (
      <div key={scopeText(each)} className="row">
        {`${scopeText(each)}: ${alertValue(each.value, rule.threshold.unit)}`}
        <RowAction action={{ label: 'Remove…', refusedBecause: refused, onClick: () => onRemove(each) }} />
      </div>
    ))
  );
