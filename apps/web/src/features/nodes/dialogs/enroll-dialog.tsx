import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { queryKeys } from '../../../api/query-keys.js';
import { Form } from '../../../forms/form.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Dialog, DialogParts, dialogColumn } from '../../../ui/dialog/dialog.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Copyable } from '../../../ui/text/copyable.js';
import { Curl } from '../../../ui/text/curl.js';
import { Time } from '../../../ui/time/time.js';
import { caOption } from './ca-option.js';
import { emptyToken, tokenLifetimes, tokenSchema } from './node-schema.js';

/** Issues a one-time token and shows the commands for the new node. The token is stored nowhere else. */
export function EnrollDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const issue = api.useMutation('post', '/api/v1/enrollment-tokens', {
    meta: { inline: true },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.enrollmentTokens }),
  });
  const { field, body, refusedBecause, unplaced } = useSchemaForm({ values: emptyToken, schema: tokenSchema, error: issue.error });
  const request = body && apiRequest('post', '/api/v1/enrollment-tokens', { body });
  return (
    <Dialog onClose={onClose} title="Enroll a node" size="lg">
      {issue.data ? (
        <div className={dialogColumn}>
          <DialogParts buttons={<Button onClick={onClose}>Done</Button>}>
            <span>
              Run these commands as root on the new node, with the agent’s package installed. The token works once, until{' '}
              <Time at={issue.data.expiresAt} />, and is shown only now.
            </span>
            <Copyable label="Enroll command" text={enrollCommand(window.location.origin, issue.data)} />
            <Copyable label="Start command" text="systemctl enable --now weft-agent" />
            <span className="dimmed">
              The node gets its host name, unless <code>--name</code> sets another. It appears in the list when it has enrolled.
            </span>
          </DialogParts>
        </div>
      ) : (
        <Form
          className={dialogColumn}
          refusedBecause={refusedBecause}
          pending={issue.isPending}
          onSubmit={() => request && issue.mutate(request.init)}
        >
          <DialogParts
            buttons={
              <ActionButton type="submit" variant="filled" loading={issue.isPending} refusedBecause={refusedBecause}>
                Issue a token
              </ActionButton>
            }
          >
            <TextInput
              label="Labels"
              description="rack and zone are failure domains. Mirror halves never share one."
              placeholder="rack=r1, zone=z1"
              {...field('labels')}
            />
            <TextInput label="Description" description="Shown in the list of tokens." {...field('description')} />
            <NativeSelect label="Valid for" data={tokenLifetimes} {...field('expiresInSeconds')} />
            {request ? <Curl of={request} /> : null}
            {unplaced ? <ProblemView error={unplaced} /> : null}
          </DialogParts>
        </Form>
      )}
    </Dialog>
  );
}

/** Agents refuse plain HTTP to another machine without `--insecure-http`. */
function enrollCommand(origin: string, issued: { token: string; caFingerprint: string | null }): string {
  const { protocol, hostname } = new URL(origin);
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return `weft-agent enroll --server ${origin}${caOption(issued)} --token ${issued.token}${isPlain ? ' --insecure-http' : ''}`;
}
