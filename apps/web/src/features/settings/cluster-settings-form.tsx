import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { problemOf } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Settings } from '../../api/types.js';
import { ActionButton } from '../../ui/action-button.js';
import { notify } from '../../ui/notices-store.js';
import { Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { useRoleRefusal } from '../session/use-session.js';
import { SettingInput } from './setting-input.js';
import styles from './settings.module.css';
import { changeOf, type Draft, draftOf, isAbout, isChanged, rebased } from './settings-draft.js';
import { settingFields } from './settings-fields.js';

const groups = [...new Set(settingFields.map(({ group }) => group))];

/** All cluster settings that the product uses. Changes by other users appear as soon as they are known. */
export function ClusterSettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const role = useRoleRefusal('administrator');
  const [base, setBase] = useState(settings);
  const [draft, setDraft] = useState<Draft>(() => draftOf(settings));
  const [theirs, setTheirs] = useState<Draft>({});
  const update = api.useMutation('patch', '/api/v1/settings', {
    meta: { inline: true },
    onSuccess: (saved) => {
      setBase(saved);
      setDraft(draftOf(saved));
      setTheirs({});
      void client.invalidateQueries({ queryKey: queryKeys.lists('settings') });
      notify({ tone: 'done', text: 'The settings are saved.' });
    },
  });

  useEffect(() => {
    if (settings.version <= base.version) return;
    const next = rebased(base, settings, draft);
    setBase(settings);
    setDraft(next.draft);
    setTheirs((before) => ({ ...before, ...next.theirs }));
  }, [settings, base, draft]);

  const settle = (name: string) => setTheirs(({ [name]: _, ...others }) => others);
  const { body, errors } = changeOf(base, draft);
  const conflicts = Object.keys(theirs).length;
  const count = settingFields.filter((field) => isChanged(field, base, draft)).length;
  const refused =
    role ??
    (conflicts > 0
      ? 'Somebody else changed what is changed here: choose at the field first.'
      : count === 0
        ? 'Nothing is changed yet.'
        : Object.keys(errors).length > 0
          ? 'A field cannot be read: it says why.'
          : null);
  const problem = problemOf(update.error);
  const faulty = settingFields.find((field) => isAbout(field, problem?.field));
  const request = apiRequest('patch', '/api/v1/settings', { params: { header: ifMatch(base) }, body });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === null) update.mutate(request.init);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {groups.map((group) => (
        <Section key={group} title={group}>
          <div className={styles.fields}>
            {settingFields
              .filter((field) => field.group === group)
              .map((field) => (
                <SettingInput
                  key={field.name}
                  field={field}
                  value={draft[field.name] ?? ''}
                  error={errors[field.name] ?? (field === faulty ? (problem?.detail ?? null) : null)}
                  readOnly={role !== null}
                  theirs={theirs[field.name]}
                  onValue={(value) => {
                    setDraft((before) => ({ ...before, [field.name]: value }));
                    settle(field.name);
                  }}
                  onKeep={() => settle(field.name)}
                />
              ))}
          </div>
        </Section>
      ))}
      {update.error && !faulty && problem?.code !== 'version-mismatch' ? <ProblemView error={update.error} /> : null}
      {refused === null ? <Curl of={request} /> : null}
      <div className="row">
        <ActionButton type="submit" variant="filled" loading={update.isPending} refusedBecause={refused}>
          Save the settings
        </ActionButton>
        {count > 0 ? (
          <Button
            variant="default"
            onClick={() => {
              setDraft(draftOf(base));
              setTheirs({});
              update.reset();
            }}
          >
            Undo {count === 1 ? 'the change' : `${count} changes`}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
