import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { benchmarkProfiles } from '@weft/shared/kinds/benchmarks/benchmark';
import { protections } from '@weft/shared/kinds/volume';
import { useMemo } from 'react';
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
import { useDriveClassChoices, useNodeChoices } from '../../use-choices.js';
import { profileWords } from '../benchmark-words.js';
import { benchmarkLimits, benchmarkSchema, emptyBenchmarkForm, requiredOfBenchmark } from './benchmark-schema.js';

const WHAT: Record<(typeof benchmarkProfiles)[number], string> = {
  reference: '4 KiB random I/O with 100, 70 and 0 % reads; 28 jobs at depth 64 on each volume',
  'block-size-sweep': '70 % reads, blocks from 4 KiB to 64 KiB; 28 jobs at depth 64 on each volume',
  'depth-sweep': '70 % reads, 4 KiB; 1 job at depths from 1 to 128',
  'latency-bound': 'doubles the depth until more than 0.00001 % of a window of 5 s take longer than 20 ms',
  own: 'one load of your choice; the API takes up to 32',
};

export function NewBenchmarkPage() {
  const go = useNavigate();
  const role = usePermissionRefusal('benchmark:create');
  const attachments = api.useQuery('get', '/api/v1/attachments', { params: { query: { state: 'attached', limit: PAGE_ROWS } } });
  const listed = attachments.data?.items;
  const named = useMemo(() => new Map((listed ?? []).map(({ id, volume }) => [id, volume.name])), [listed]);
  const create = api.useMutation('post', '/api/v1/benchmarks', {
    meta: { inline: true },
    onSuccess: ({ benchmark }) => go(paths.benchmark(benchmark.id)),
  });
  const schema = useMemo(() => benchmarkSchema(named), [named]);
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyBenchmarkForm,
    schema,
    required: requiredOfBenchmark,
    error: create.error,
  });
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/benchmarks', { params: { header: key }, body });
  const refused = role ?? refusedBecause;
  return (
    <Page title="New benchmark" above={<TextLink {...paths.benchmarks()}>Benchmarks</TextLink>}>
      <Form
        className={styles.fields}
        refusedBecause={refused}
        pending={create.isPending}
        onSubmit={() => request && create.mutate(request.init)}
      >
        <Message tone="warn">A benchmark destroys what its volumes hold. Volumes that are in use are refused.</Message>
        <TextInput label="Title" {...field('title')} />
        <NativeSelect
          label="Profile"
          description={WHAT[values.profile]}
          data={benchmarkProfiles.map((value) => ({ value, label: profileWords[value] }))}
          {...field('profile')}
        />
        {values.profile === 'own' ? <LoadFields field={field} /> : null}
        <TextInput label="Run time of a step, seconds" description={benchmarkLimits.runSeconds} {...field('runSeconds')} />
        <TextInput label="Repeats of each load" description={benchmarkLimits.repeats} {...field('repeats')} />
        <Checkbox
          label="Precondition: write the volumes in full first"
          description="2 MiB blocks, sequentially, depth 64. A new flash drive is faster than it will be later."
          {...field('precondition', { type: 'checkbox' })}
        />
        {values.profile === 'latency-bound' ? null : (
          <Checkbox
            label="Measure the cost of Weft's statistics too"
            description="Each repeat runs twice: with the statistics of the volumes at their clients, and without. The report compares both."
            {...field('compareCollection', { type: 'checkbox' })}
          />
        )}
        <Radio.Group label="Volumes" {...field('on')}>
          <div className={styles.checks}>
            <Radio value="scratch" label="Scratch volumes, which the benchmark creates and removes" />
            <Radio value="volumes" label="Attached volumes" />
          </div>
        </Radio.Group>
        {values.on === 'scratch' ? <ScratchFields field={field} /> : <VolumeFields field={field} attachments={listed ?? []} />}
        {unplaced ? <ProblemView error={unplaced} /> : null}
        <FormButtons
          action="Start benchmark"
          isGrave
          pending={create.isPending}
          refusedBecause={refused}
          onCancel={() => go(paths.benchmarks())}
        />
        {request ? <Curl of={request} /> : null}
      </Form>
    </Page>
  );
}

const LoadFields = ({ field }: { field: Field }) => (
  <>
    <TextInput label="Reads, percent" description={benchmarkLimits.readPercent} {...field('readPercent')} />
    <TextInput label="Block size" description={benchmarkLimits.blockSize} {...field('blockSize')} />
    <TextInput label="Jobs on each volume" description={benchmarkLimits.jobs} {...field('jobs')} />
    <TextInput label="Depth of each job" description={benchmarkLimits.depth} {...field('depth')} />
  </>
);

function ScratchFields({ field }: { field: Field }) {
  const nodes = useNodeChoices() ?? [];
  const classes = useDriveClassChoices();
  return (
    <>
      <Checkbox.Group label="Clients" {...field('nodeIds')}>
        <div className={styles.checks}>
          {nodes.map(({ value, label }) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput label="Volumes for each client" description={benchmarkLimits.volumesPerClient} {...field('volumesPerClient')} />
      <TextInput label="Size of each volume" description={benchmarkLimits.size} placeholder="100 GiB" {...field('size')} />
      <NativeSelect
        label="Drive class"
        data={[{ value: '', label: 'Choose…' }, ...classes.map(({ value, label }) => ({ value, label }))]}
        {...field('driveClassId')}
      />
      <NativeSelect label="Protection" data={[...protections]} {...field('protection')} />
      <NativeSelect label="Transport" data={['rdma', 'tcp']} {...field('transport')} />
    </>
  );
}

interface ListedAttachment {
  id: string;
  volume: { name: string };
  node: { name: string };
}

const VolumeFields = ({ field, attachments }: { field: Field; attachments: readonly ListedAttachment[] }) => (
  <>
    <Checkbox.Group label="Attached volumes" {...field('attachmentIds')}>
      <div className={styles.checks}>
        {attachments.map(({ id, volume, node }) => (
          <Checkbox key={id} size="xs" value={id} label={`${volume.name} on ${node.name}`} />
        ))}
      </div>
    </Checkbox.Group>
    <TextInput
      label="Volumes whose data may be destroyed"
      description="Type the name of each volume that holds data, separated by commas. The clients refuse other volumes with data."
      {...field('confirmNames')}
    />
  </>
);
