import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type DrillKind, drillKinds } from '@weft/shared/kinds/drills/drill';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { useIdempotencyKey } from '../../../api/idempotency-key.js';
import { Form } from '../../../forms/form.js';
import styles from '../../../forms/form.module.css';
import { FormButtons } from '../../../forms/form-buttons.js';
import { type Field, useSchemaForm } from '../../../forms/use-schema-form.js';
import { paths } from '../../../paths/paths.js';
import { PAGE_ROWS } from '../../../table/rows/list-search.js';
import { Page } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Curl } from '../../../ui/text/curl.js';
import { TextLink } from '../../../ui/text/links.js';
import { Message } from '../../../ui/text/message.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { useNodeChoices } from '../../use-choices.js';
import { drillWords } from '../drill-words.js';
import { drillSchema, emptyDrillForm, requiredOfDrill } from './drill-schema.js';
import { PlanView } from './plan-view.js';
import { ScratchFields } from './scratch-fields.js';

const WHAT: Record<DrillKind, string> = {
  'close-path': 'the client closes one of its paths to a target',
  'cut-network': 'a target stops listening on one storage network; its NIC stays up',
  'stop-exports': 'a target stops listening altogether: all its legs go out of reach',
  'kill-agent': 'the agent of a target is killed, and its service manager starts it again',
  'fail-leg': 'md fails one mirror half of the volume',
};

export function NewDrillPage() {
  const go = useNavigate();
  const role = usePermissionRefusal('drill:create');
  const create = api.useMutation('post', '/api/v1/drills', {
    meta: { inline: true },
    onSuccess: ({ drill }) => go(paths.drill(drill.id)),
  });
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyDrillForm,
    schema: drillSchema,
    required: requiredOfDrill,
    error: create.error,
  });
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/drills', { params: { header: key }, body });
  const plan = api.useQuery(
    'post',
    '/api/v1/drills/dry-run',
    { body: body ?? { kind: values.kind } },
    { enabled: body !== null && role === null, retry: false, refetchInterval: 5000 },
  );
  const unsafe = plan.data && plan.data.refusals.length > 0 ? 'It is not safe now: see the plan.' : null;
  const refused = role ?? refusedBecause ?? (plan.data ? unsafe : 'The plan is not known yet.');
  return (
    <Page title="New drill" above={<TextLink {...paths.drills()}>Drills</TextLink>}>
      <Form
        className={styles.fields}
        refusedBecause={refused}
        pending={create.isPending}
        onSubmit={() => request && create.mutate(request.init)}
      >
        <NativeSelect
          label="Fault"
          description={WHAT[values.kind]}
          data={drillKinds.map((value) => ({ value, label: drillWords[value] }))}
          {...field('kind')}
        />
        <TextInput
          label="Time of the fault, seconds"
          description="The agent takes it back by itself after this time."
          {...field('faultSeconds')}
        />
        <NodeField field={field} />
        <Radio.Group label="Volume" {...field('on')}>
          <div className={styles.checks}>
            <Radio value="scratch" label="A scratch volume, which the drill creates and removes" />
            <Radio value="volume" label="An attached volume" />
          </div>
        </Radio.Group>
        {values.on === 'scratch' ? <ScratchFields field={field} /> : <VolumeFields field={field} isLoaded={values.load} />}
        {body ? <PlanView plan={plan} /> : null}
        {unplaced ? <ProblemView error={unplaced} /> : null}
        <FormButtons action="Start drill" isGrave pending={create.isPending} refusedBecause={refused} onCancel={() => go(paths.drills())} />
        {request ? <Curl of={request} /> : null}
      </Form>
    </Page>
  );
}

function NodeField({ field }: { field: Field }) {
  const nodes = useNodeChoices() ?? [];
  return (
    <NativeSelect
      label="Target"
      data={[{ value: '', label: 'The first target of the volume' }, ...nodes.map(({ value, label }) => ({ value, label }))]}
      {...field('nodeId')}
    />
  );
}

function VolumeFields({ field, isLoaded }: { field: Field; isLoaded: boolean }) {
  const { data } = api.useQuery('get', '/api/v1/attachments', { params: { query: { state: 'attached', limit: PAGE_ROWS } } });
  const choices = (data?.items ?? []).map(({ id, volume, node }) => ({ value: id, label: `${volume.name} on ${node.name}` }));
  return (
    <>
      <NativeSelect label="Attached volume" data={[{ value: '', label: 'Choose…' }, ...choices]} {...field('attachmentId')} />
      <Checkbox
        label="Write and verify during the drill"
        description="Leave it out for a volume in use: nothing is written, and no stall is measured."
        {...field('load', { type: 'checkbox' })}
      />
      {isLoaded ? (
        <>
          <Message tone="warn">The load destroys what the volume holds. A volume in use is refused.</Message>
          <TextInput
            label="Name of the volume, if its data may be destroyed"
            description="Without it, the client refuses a volume that holds data."
            {...field('confirmName')}
          />
        </>
      ) : null}
    </>
  );
}
