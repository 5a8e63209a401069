import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import { Form } from '../../forms/form.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { networkSchema } from './settings-schema.js';

const EMPTY = { name: '', cidrs: '' };
const REQUIRED = { name: 'enter a name', cidrs: 'enter an address range' };

/** Adds one storage network: NICs with an address in its ranges belong to it. */
export function StorageNetworkForm() {
  const client = useQueryClient();
  const settings = api.useQuery('get', '/api/v1/settings').data;
  const role = usePermissionRefusal('settings:change');
  const add = api.useMutation('patch', '/api/v1/settings', {
    meta: { inline: true },
    onSuccess: () => {
      form.reset();
      void client.invalidateQueries({ queryKey: queryKeys.lists('settings') });
    },
  });
  const { form, field, body, refusedBecause } = useSchemaForm({ values: EMPTY, schema: networkSchema, required: REQUIRED });
  const refused = role ?? refusedBecause;
  const request =
    settings &&
    body &&
    apiRequest('patch', '/api/v1/settings', {
      params: { header: ifMatch(settings) },
      body: { storageNetworks: [...settings.storageNetworks, body] },
    });
  return (
    <Form refusedBecause={refused} pending={add.isPending} onSubmit={() => request && add.mutate(request.init)}>
      <div className="row">
        <TextInput label="Network" placeholder="left" {...field('name')} />
        <TextInput label="Address ranges" placeholder="10.0.0.0/24" {...field('cidrs')} />
      </div>
      {request && refused === null ? <Curl of={request} /> : null}
      {add.error ? <ProblemView error={add.error} /> : null}
      <div className="row">
        <ActionButton type="submit" loading={add.isPending} refusedBecause={refused}>
          Add network
        </ActionButton>
      </div>
    </Form>
  );
}
