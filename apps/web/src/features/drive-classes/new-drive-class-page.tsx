import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import { Form } from '../../forms/form.js';
import styles from '../../forms/form.module.css';
import { FormButtons } from '../../forms/form-buttons.js';
import { useSchemaForm } from '../../forms/use-schema-form.js';
import { paths } from '../../paths/paths.js';
import { Page } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Curl } from '../../ui/text/curl.js';
import { TextLink } from '../../ui/text/links.js';
import { usePermissionRefusal } from '../session/use-session.js';
import { ClassPreview } from './class-preview.js';
import { classFieldNames, classSchema, emptyClassForm, membersOf, requiredOfClass } from './class-schema.js';
import { MemberFields } from './member-fields.js';

export function NewDriveClassPage() {
  const navigate = useNavigate();
  const role = usePermissionRefusal('drive-class:create');
  const create = api.useMutation('post', '/api/v1/drive-classes', {
    meta: { inline: true },
    onSuccess: () => navigate(paths.driveClasses()),
  });
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: emptyClassForm,
    schema: classSchema,
    required: requiredOfClass,
    error: create.error,
    fieldNames: classFieldNames,
  });
  const members = useMemo(() => membersOf(values), [values]);
  const key = useIdempotencyKey(body);
  const request = body && apiRequest('post', '/api/v1/drive-classes', { params: { header: key }, body });
  const refused = role ?? refusedBecause;

  return (
    <Page title="New drive class" above={<TextLink {...paths.driveClasses()}>Drive classes</TextLink>}>
      <div className={styles.split}>
        <Form
          className={styles.fields}
          refusedBecause={refused}
          pending={create.isPending}
          onSubmit={() => request && create.mutate(request.init)}
        >
          <TextInput label="Name" required {...field('name')} />
          <TextInput label="Description" {...field('description')} />
          <MemberFields field={field} values={values} />
          <TextInput
            label="Over-provisioning of thin volumes"
            description="The most that thin legs may promise, as a multiple of what the pools of their drives can become."
            inputMode="decimal"
            {...field('overProvisioningRatio')}
          />
          {unplaced ? <ProblemView error={unplaced} /> : null}
          <FormButtons
            action="Create drive class"
            pending={create.isPending}
            refusedBecause={refused}
            onCancel={() => navigate(paths.driveClasses())}
          />
          {request ? <Curl of={request} /> : null}
        </Form>
        <div className={styles.preview}>
          <ClassPreview members={members} />
        </div>
      </div>
    </Page>
  );
}
