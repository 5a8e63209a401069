import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { hasRole, isBuiltInRole, roles } from '@weft/shared/kinds/user';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { Dialog, DialogParts, dialogColumn } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Copyable } from '../../ui/text/copyable.js';
import { Curl } from '../../ui/text/curl.js';
import { Time } from '../../ui/time/time.js';
import { useUser } from '../session/use-session.js';
import { apiTokenFormSchema, apiTokenLifetimes, emptyApiToken } from './api-token-schema.js';

/** Creates an API token and shows it. The server stores only its hash. */
export function ApiTokenDialog({ onClose }: { onClose: () => void }) {
  const { role } = useUser();
  const client = useQueryClient();
  const create = api.useMutation('post', '/api/v1/api-tokens', {
    meta: { inline: true },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.apiTokens }),
  });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyApiToken,
    schema: apiTokenFormSchema,
    required: { name: 'enter a name' },
    error: create.error,
    fieldNames: { expiresInDays: 'days' },
  });
  const request = body && apiRequest('post', '/api/v1/api-tokens', { body });
  if (create.data)
    return (
      <Dialog onClose={onClose} title={`API token ${create.data.name}`} size="lg">
        <div className={dialogColumn}>
          <DialogParts buttons={<Button onClick={onClose}>Done</Button>}>
            <span>
              Copy the token now: it is shown only once. It is valid until <Time at={create.data.expiresAt} />.
            </span>
            <Copyable label="API token" text={create.data.token} />
            <span className="dimmed">
              Programs send it as <code>Authorization: Bearer</code>.
            </span>
          </DialogParts>
        </div>
      </Dialog>
    );
  return (
    <Dialog onClose={onClose} title="New API token" size="lg">
      <Form
        className={dialogColumn}
        refusedBecause={refusedBecause}
        pending={create.isPending}
        onSubmit={() => request && create.mutate(request.init)}
      >
        <DialogParts
          buttons={<FormButtons action="Create token" pending={create.isPending} refusedBecause={refusedBecause} onCancel={onClose} />}
        >
          <TextInput label="Name" description="The audit shows it beside your name." autoComplete="off" data-autofocus {...field('name')} />
          <NativeSelect
            label="Role"
            description="At most your own. Whatever its role, a token manages no tokens, sessions, users or passwords."
            data={isBuiltInRole(role) ? roles.filter((each) => hasRole(role, each)) : [role]}
            {...field('role')}
          />
          <TextInput
            label="Nouns"
            description="Empty: all. Otherwise the token may use only the paths of these nouns, and gets no live updates."
            placeholder="volume, attachment, job"
            {...field('nouns')}
          />
          <Textarea
            label="Volumes"
            description="Empty: all of yours. Otherwise only those with these labels, one per line, as in team=orders."
            rows={2}
            spellCheck={false}
            classNames={{ input: 'mono' }}
            {...field('volumes')}
          />
          <NativeSelect label="Valid for" data={apiTokenLifetimes} {...field('days')} />
          {request ? <Curl of={request} /> : null}
          {unplaced ? <ProblemView error={unplaced} /> : null}
        </DialogParts>
      </Form>
    </Dialog>
  );
}
