import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { queryKeys } from '../../../api/query-keys.js';
import { parseLabels } from '../../../forms/labels-text.js';
import { ActionButton } from '../../../ui/action-button.js';
import { Dialog } from '../../../ui/dialog.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Copyable } from '../../../ui/text/copyable.js';
import { Curl } from '../../../ui/text/curl.js';
import { Time } from '../../../ui/text/time.js';

const VALID_HOURS = [1, 8, 24, 72, 168, 720];

/** Issues a one-time token and shows the commands for the new node. The token is stored nowhere else. */
export function EnrollDialog({ onClose }: { onClose: () => void }) {
  const [labels, setLabels] = useState('');
  const [description, setDescription] = useState('');
  const [hours, setHours] = useState(24);
  const client = useQueryClient();
  const issue = api.useMutation('post', '/api/v1/enrollment-tokens', {
    meta: { inline: true },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.enrollmentTokens }),
  });
  const parsed = parseLabels(labels);
  const request = apiRequest('post', '/api/v1/enrollment-tokens', {
    body: { labels: parsed.ok ? parsed.labels : {}, description, expiresInSeconds: hours * 3600 },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.ok) issue.mutate(request.init);
  };

  return (
    <Dialog onClose={onClose} title="Enroll a node" size="lg">
      {issue.data ? (
        <div className="stack">
          <span>
            On the new node, with the agent’s package installed, as root. The token works once, until <Time at={issue.data.expiresAt} />,
            and is shown only now.
          </span>
          <Copyable label="Enroll command" text={enrollCommand(window.location.origin, issue.data.token)} />
          <Copyable label="Start command" text="systemctl enable --now weft-agent" />
          <span className="dimmed">
            Its name is the host’s, unless <code>--name</code> gives another. It appears in the list as soon as it has enrolled.
          </span>
          <div className="row">
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      ) : (
        <form className="stack" onSubmit={submit}>
          <TextInput
            label="Labels"
            description="rack and zone are failure domains: mirror sides of a volume never share one."
            placeholder="rack=r1, zone=z1"
            value={labels}
            onChange={(event) => setLabels(event.currentTarget.value)}
            error={parsed.ok ? null : parsed.why}
          />
          <TextInput
            label="Description"
            description="For the list of tokens: whom it is for."
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <NativeSelect
            label="Valid for"
            data={VALID_HOURS.map((value) => ({ value: String(value), label: value < 48 ? `${value} h` : `${value / 24} days` }))}
            value={String(hours)}
            onChange={(event) => setHours(Number(event.currentTarget.value))}
          />
          {parsed.ok ? <Curl of={request} /> : null}
          {issue.error ? <ProblemView error={issue.error} /> : null}
          <div className="row">
            <ActionButton type="submit" variant="filled" loading={issue.isPending} refusedBecause={parsed.ok ? null : parsed.why}>
              Issue a token
            </ActionButton>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Agents refuse plain HTTP to another machine without `--insecure-http`. */
function enrollCommand(origin: string, token: string): string {
  const { protocol, hostname } = new URL(origin);
  const isPlain = protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return `weft-agent enroll --server ${origin} --token ${token}${isPlain ? ' --insecure-http' : ''}`;
}
