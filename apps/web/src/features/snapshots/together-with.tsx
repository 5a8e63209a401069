import { Checkbox } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { MOST_FROZEN } from '@weft/shared/messages/thin';
import { useState } from 'react';
import { api } from '../../api/client.js';
import type { Volume } from '../../api/types.js';
import type { FieldProps } from '../../forms/use-schema-form.js';
import { useAttachments } from '../attachments/use-attachments.js';

interface Props {
  volume: Volume;
  client: Volume['clients'][number];
  field: FieldProps;
}

/** Other thin volumes of the same client, to take at the same moment. They are read when a person asks for them. */
export function TogetherWith({ volume, client, field }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Checkbox
        size="xs"
        label={`Also other volumes of ${client.name}, at the same moment`}
        checked={isOpen}
        onChange={({ currentTarget }) => {
          setOpen(currentTarget.checked);
          if (!currentTarget.checked) field.onChange([]);
        }}
      />
      {isOpen ? <Others volume={volume} client={client} field={field} /> : null}
    </>
  );
}

function Others({ volume, client, field }: Props) {
  const attachments = useAttachments({ nodeId: client.id });
  const ids = (attachments.data?.items ?? []).map((each) => each.volume.id).filter((id) => id !== volume.id);
  const volumes = useQueries({
    queries: ids.slice(0, MOST_FROZEN).map((id) => api.queryOptions('get', '/api/v1/volumes/{id}', { params: { path: { id } } })),
  });
  const thin = volumes.flatMap(({ data }) =>
    data?.provisioning === 'thin' && data.clients.some(({ id }) => id === client.id) ? data : [],
  );
  if (attachments.isPending || volumes.some(({ isPending }) => isPending)) return <p className="dimmed">Loading…</p>;
  if (thin.length === 0) return <p className="dimmed">{`${client.name} has no other thin volume attached.`}</p>;
  return (
    <Checkbox.Group label="Volumes of the group" {...field}>
      {thin.map(({ id, name }) => (
        <Checkbox key={id} size="xs" mt={6} value={id} label={name} />
      ))}
    </Checkbox.Group>
  );
}
