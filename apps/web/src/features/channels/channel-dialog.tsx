import { Checkbox } from '@mantine/core';
import type { ChannelCreate, ChannelUpdate } from '@weft/shared/kinds/alerting/channel';
import { secretFieldOf } from '@weft/shared/kinds/alerting/channel';
import { type ReactNode, useState } from 'react';
import { api, ifMatch } from '../../api/client.js';
import { type ApiRequest, apiRequest } from '../../api/curl.js';
import { newest } from '../../api/newest.js';
import type { Channel } from '../../api/types.js';
import { Form } from '../../forms/form.js';
import { FormButtons } from '../../forms/form-buttons.js';
import { NewName } from '../../forms/new-name.js';
import { useBase } from '../../forms/use-base.js';
import { type Field, useChangeForm, useSchemaForm } from '../../forms/use-schema-form.js';
import { Dialog, DialogParts, dialogColumn } from '../../ui/dialog/dialog.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { CarriesField, RouteFields, TargetFields, TypeField } from './channel-fields.js';
import {
  type ChannelForm,
  changedChannelSchema,
  channelFieldsOf,
  channelFormSchema,
  formOfChannel,
  PORTS,
  requiredIn,
} from './channel-schema.js';

const zoneHere = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const requiredOfNew = (form: ChannelForm) => requiredIn(form, true);
const requiredOfKnown = (form: ChannelForm) => requiredIn(form, false);

/** The request without its secret, for display: commands end up in histories and tickets. */
function withoutSecret({ init, ...request }: ApiRequest<{ body: Partial<ChannelCreate> | ChannelUpdate }>): ApiRequest {
  const { target } = init.body;
  const field = target && secretFieldOf[target.type];
  if (!target || !field || !(field in target)) return { ...request, init };
  return { ...request, init: { ...init, body: { ...init.body, target: { ...target, [field]: '…' } } } };
}

interface Props {
  title: string;
  action: string;
  refusedBecause: string | null;
  pending: boolean;
  problem: unknown;
  request: ApiRequest | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

const ChannelFormDialog = ({ title, action, refusedBecause, pending, problem, request, onSubmit, onClose, children }: Props) => (
  <Dialog onClose={onClose} title={title} size="xl">
    <Form className={dialogColumn} refusedBecause={refusedBecause} pending={pending} onSubmit={onSubmit}>
      <DialogParts buttons={<FormButtons action={action} pending={pending} refusedBecause={refusedBecause} onCancel={onClose} />}>
        {children}
        {problem ? <ProblemView error={problem} /> : null}
        {request && refusedBecause === null ? <Curl of={request} /> : null}
      </DialogParts>
    </Form>
  </Dialog>
);

const Enabled = ({ field }: { field: Field }) => (
  <Checkbox size="xs" label="Enabled" description="A disabled channel gets nothing." {...field('enabled', { type: 'checkbox' })} />
);

export function NewChannelDialog({ onClose }: { onClose: () => void }) {
  const create = api.useMutation('post', '/api/v1/channels', { meta: { inline: true }, onSuccess: onClose });
  const [first] = useState(() => formOfChannel(null, 'smtp', zoneHere()));
  const [type, setType] = useState(first.type);
  const form = useSchemaForm({
    values: first,
    schema: channelFormSchema,
    required: requiredOfNew,
    error: create.error,
    fieldNames: channelFieldsOf(type),
  });
  const request = form.body && apiRequest('post', '/api/v1/channels', { body: form.body });
  return (
    <ChannelFormDialog
      title="New channel"
      action="Create channel"
      refusedBecause={form.refusedBecause}
      pending={create.isPending}
      problem={form.unplaced}
      request={request && withoutSecret(request)}
      onSubmit={() => request && create.mutate(request.init)}
      onClose={onClose}
    >
      <NewName field={form.field} />
      <TypeField
        field={form.field}
        onType={(next) => {
          setType(next);
          form.form.setValues({ type: next, port: PORTS[next] ?? '', carries: 'alerts' });
        }}
      />
      {form.values.type === 'webhook' || form.values.type === 'syslog' ? <CarriesField field={form.field} /> : null}
      <TargetFields field={form.field} type={form.values.type} secretSet={false} />
      {form.values.carries === 'audit' ? null : <RouteFields field={form.field} />}
      <Enabled field={form.field} />
    </ChannelFormDialog>
  );
}

export function EditChannelDialog({ channel: known, onClose }: { channel: Channel; onClose: () => void }) {
  const read = api.useQuery('get', '/api/v1/channels/{id}', { params: { path: { id: known.id } } }).data;
  const update = api.useMutation('patch', '/api/v1/channels/{id}', { meta: { inline: true }, onSuccess: onClose });
  const channel = useBase(newest(known, read), update.error, update.reset);
  const { type } = channel.target;
  const form = useChangeForm({
    values: formOfChannel(channel, type, zoneHere()),
    schema: changedChannelSchema,
    required: requiredOfKnown,
    error: update.error,
    fieldNames: channelFieldsOf(type),
  });
  const params = { path: { id: channel.id }, header: ifMatch(channel) };
  const request = form.body && apiRequest('patch', '/api/v1/channels/{id}', { params, body: form.body });
  return (
    <ChannelFormDialog
      title={`Channel ${channel.name}`}
      action="Save channel"
      refusedBecause={form.refusedBecause}
      pending={update.isPending}
      problem={form.unplaced}
      request={request && withoutSecret(request)}
      onSubmit={() => request && update.mutate(request.init)}
      onClose={onClose}
    >
      <Enabled field={form.field} />
      <TargetFields field={form.field} type={type} secretSet={channel.secretSet} />
      {channel.carries === 'audit' ? null : <RouteFields field={form.field} />}
    </ChannelFormDialog>
  );
}
