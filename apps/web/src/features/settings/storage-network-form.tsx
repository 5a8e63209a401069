import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import { nameError } from '../../forms/name-error.js';
import { ActionButton } from '../../ui/action-button.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { useRoleRefusal } from '../session/use-session.js';

/** Adds one storage network: NICs with an address in its ranges belong to it. */
export function StorageNetworkForm() {
  const client = useQueryClient();
  const settings = api.useQuery('get', '/api/v1/settings');
  const role = useRoleRefusal('administrator');
  const [name, setName] = useState('');
  const [cidrs, setCidrs] = useState('');
  const add = api.useMutation('patch', '/api/v1/settings', {
    meta: { inline: true },
    onSuccess: () => {
      setName('');
      setCidrs('');
      void client.invalidateQueries({ queryKey: queryKeys.lists('settings') });
    },
  });
  const ranges = cidrs.split(/[\s,]+/).filter((each) => each !== '');
  const missing = name === '' ? 'Give it a name first.' : ranges.length === 0 ? 'Give it an address range first.' : nameError(name);
  const request =
    settings.data &&
    apiRequest('patch', '/api/v1/settings', {
      params: { header: ifMatch(settings.data) },
      body: { storageNetworks: [...settings.data.storageNetworks, { name, cidrs: ranges }] },
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (request && role === null && missing === null) add.mutate(request.init);
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="row">
        <TextInput label="Network" placeholder="left" value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput
          label="Address ranges"
          placeholder="10.0.0.0/24"
          value={cidrs}
          onChange={(event) => setCidrs(event.currentTarget.value)}
        />
      </div>
      {request && role === null && missing === null ? <Curl of={request} /> : null}
      {add.error ? <ProblemView error={add.error} /> : null}
      <div className="row">
        <ActionButton type="submit" loading={add.isPending} refusedBecause={role ?? missing}>
          Add the network
        </ActionButton>
      </div>
    </form>
  );
}
