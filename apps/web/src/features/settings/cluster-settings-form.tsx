import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { hasCode } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Settings } from '../../api/types.js';
import { Form } from '../../forms/form.js';
import { useChangeForm } from '../../forms/use-schema-form.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { notify } from '../../ui/notices-store.js';
import { Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { SettingInput } from './setting-input.js';
import styles from './settings.module.css';
import { settingGroups } from './settings-fields.js';
import { conflictsOf, differing, formOfSettings, type SettingName, settingNames, settingsSchema } from './settings-schema.js';

type Theirs = Partial<Record<SettingName, string>>;

const without = (theirs: Theirs, name: SettingName): Theirs => {
  const { [name]: _, ...others } = theirs;
  return others;
};

function refusalIn(theirs: Theirs, errors: object): string | null {
  if (Object.keys(theirs).length > 0) return 'Somebody else changed the same settings. Choose a value at each marked field.';
  return Object.keys(errors).length > 0 ? 'A field is invalid. See the message at the field.' : null;
}

/**
 * All cluster settings that the product uses. When another user changes settings during an edit, fields that this user has not edited follow. For a
 * field that both changed, the form shows both values, and this user chooses.
 */
export function ClusterSettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const role = usePermissionRefusal('settings:change');
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<Theirs>({});
  const update = api.useMutation('patch', '/api/v1/settings', {
    meta: { inline: true },
    onSuccess: (saved) => {
      setBase(saved);
      setTheirs({});
      form.setValues(formOfSettings(saved));
      void client.invalidateQueries({ queryKey: queryKeys.lists('settings') });
      notify({ tone: 'done', text: 'The settings are saved.' });
    },
  });
  const first = formOfSettings(base);
  const { form, field, values, body, errors, refusedBecause, unplaced } = useChangeForm({
    values: first,
    schema: settingsSchema,
    error: update.error,
    fieldNames: settingNames,
  });

  const adopt = useEffectEvent(() => {
    setTheirs((before) => ({ ...before, ...conflictsOf(first, formOfSettings(settings), values) }));
    setBase(settings);
  });
  const isNewer = settings.version > base.version;
  useEffect(() => {
    if (isNewer) adopt();
  }, [isNewer]);

  const undo = () => {
    form.reset();
    setTheirs({});
    update.reset();
  };
  const settle = (name: SettingName) => setTheirs((before) => without(before, name));
  const count = differing(first, values).length;
  const refused = role ?? refusalIn(theirs, errors) ?? refusedBecause;
  const request = body && apiRequest('patch', '/api/v1/settings', { params: { header: ifMatch(base) }, body });
  return (
    <Form
      className={styles.form}
      refusedBecause={refused}
      pending={update.isPending}
      onSubmit={() => request && update.mutate(request.init)}
    >
      {Object.entries(settingGroups).map(([group, fields]) => (
        <Section key={group} title={group}>
          <div className={styles.fields}>
            {fields.map((setting) => (
              <SettingInput
                key={setting.name}
                setting={setting}
                field={field(setting.name)}
                readOnly={role !== null}
                theirs={theirs[setting.name]}
                onValue={(value) => {
                  form.setFieldValue(setting.name, value);
                  settle(setting.name);
                }}
                onKeep={() => settle(setting.name)}
              />
            ))}
          </div>
        </Section>
      ))}
      {unplaced && !hasCode(unplaced, 'version-mismatch') ? <ProblemView error={unplaced} /> : null}
      {request && refused === null ? <Curl of={request} /> : null}
      <div className="row">
        <ActionButton type="submit" variant="filled" loading={update.isPending} refusedBecause={refused}>
          Save settings
        </ActionButton>
        {count > 0 ? (
          <Button variant="default" onClick={undo}>
            Undo {count === 1 ? 'the change' : `${count} changes`}
          </Button>
        ) : null}
      </div>
    </Form>
  );
}
