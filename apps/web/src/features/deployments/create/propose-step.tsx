import { Checkbox, NativeSelect, Radio } from '@mantine/core';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import type { DeploymentDocument, DeploymentProposal, DeploymentPropose } from '../../../api/types.js';
import styles from '../../../forms/form.module.css';
import { PlainTable } from '../../../table/plain-table.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Empty } from '../../../ui/text/message.js';

interface Props {
  request: DeploymentPropose;
  onRequest: (request: DeploymentPropose) => void;
  onChosen: (document: DeploymentDocument) => void;
  onOwn: () => void;
}

const ratios = [0.25, 0.5, 0.75, 1];

/** The proposal of the server, with what each alternative survives. */
export function ProposeStep({ request, onRequest, onChosen, onOwn }: Props) {
  const proposal = api.useQuery(
    'post',
    '/api/v1/deployments/propose',
    { body: request },
    { retry: false, placeholderData: (before) => before },
  );
  const { data, error, isPlaceholderData } = proposal;
  return (
    <>
      {error ? <ProblemView error={error} onRetry={() => proposal.refetch()} /> : null}
      {data ? (
        <>
          <Remarks proposal={data} />
          <Choice proposal={data} request={request} onRequest={onRequest} />
        </>
      ) : error ? null : (
        <Empty>Loading…</Empty>
      )}
      <div className="row">
        <ActionButton
          variant="filled"
          refusedBecause={data && !isPlaceholderData ? null : 'The server has not answered yet.'}
          onClick={() => data && onChosen(data.document)}
        >
          Edit the proposal
        </ActionButton>
        <ActionButton refusedBecause={null} onClick={onOwn}>
          Use a document…
        </ActionButton>
      </div>
    </>
  );
}

const Remarks = ({ proposal: { document, remarks } }: { proposal: DeploymentProposal }) => (
  <Section title="What was found">
    <div className="stack">
      <p>
        Nodes: {document.nodes.length}. Usable drives: {document.drives.reduce((sum, { count }) => sum + count, 0)}. Drive classes:{' '}
        {document.driveClasses.length}. Storage networks: {document.storageNetworks.length}.
      </p>
      <ul className="lines">
        {remarks.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </div>
  </Section>
);

type Alternative = DeploymentProposal['alternatives'][number];
const keyOf = ({ protection, failureDomain }: Pick<Alternative, 'protection' | 'failureDomain'>) => `${protection} ${failureDomain}`;
const isMirror = ({ protection }: Alternative) => protection === 'raid1' || protection === 'raid10';

function Choice({ proposal, request, onRequest }: Pick<Props, 'request' | 'onRequest'> & { proposal: DeploymentProposal }) {
  const { document, alternatives } = proposal;
  const clients = request.clients ?? document.nodes.filter(({ roles }) => roles.includes('client')).map(({ name }) => name);
  return (
    <Section title="First volumes">
      <div className={styles.fields}>
        <Checkbox.Group label="Clients" value={clients} onChange={(names) => onRequest({ ...request, clients: names })}>
          <div className={styles.checks}>
            {document.nodes.map(({ name }) => (
              <Checkbox key={name} size="xs" value={name} label={name} />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label="Share of the usable bytes"
          data={ratios.map((value) => ({ value: String(value), label: `${value * 100} %` }))}
          value={String(request.fillRatio)}
          onChange={(event) => onRequest({ ...request, fillRatio: Number(event.currentTarget.value) })}
        />
        <PlainTable
          label="Alternatives"
          rows={alternatives}
          rowKey={keyOf}
          columns={[
            {
              name: 'Protection',
              whole: true,
              cell: (each) => (
                <Radio
                  name="alternative"
                  label={isMirror(each) ? `${each.protection}, over ${each.failureDomain}s` : each.protection}
                  // The chosen one shows at once, before the server has answered.
                  checked={request.protection ? keyOf(each) === keyOf({ ...each, ...request }) : each.chosen}
                  disabled={!each.possible}
                  onChange={() => onRequest({ ...request, protection: each.protection, failureDomain: each.failureDomain })}
                />
              ),
            },
            { name: 'Usable', numeric: true, cell: ({ usableBytes }) => (usableBytes > 0 ? formatBytes(usableBytes) : 'none') },
            { name: 'Survives', wide: true, cell: ({ reason, survives }) => reason?.message ?? survives.message },
          ]}
        />
      </div>
    </Section>
  );
}
