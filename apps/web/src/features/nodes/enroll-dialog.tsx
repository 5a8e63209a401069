import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.js';
import { parseLabels } from '../../forms/labels-text.js';
import { Copyable } from '../../ui/copyable.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Time } from '../../ui/time.js';

/** Issues a one-time token and shows what to type on the new node. The token is in no other place. */
export function EnrollDialog({ onClose }: { onClose: () => void }) {
  const [labels, setLabels] = useState('');
  const issue = api.useMutation('post', '/api/v1/enrollment-tokens', { meta: { inline: true } });
  const parsed = parseLabels(labels);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.ok) issue.mutate({ body: { labels: parsed.labels, expiresInSeconds: 86_400, description: '' } });
  };

  return (
    <Modal opened onClose={onClose} title="Enroll a node" size="lg">
      {issue.data ? (
        <div className="stack">
          <span>
            On the new node, with the agent’s package installed, as root. The token works once, until <Time at={issue.data.expiresAt} />,
            and is shown only now.
          </span>
          <Copyable label="Enroll command" text={`weft-agent enroll --server ${window.location.origin} --token ${issue.data.token}`} />
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
          {issue.error ? <ProblemView error={issue.error} /> : null}
          <div className="row">
            <Button type="submit" loading={issue.isPending} disabled={!parsed.ok}>
              Issue a token
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
