import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Linked } from '../../../ui/text/linked.js';
import { Empty, Message } from '../../../ui/text/message.js';
import { messageSentence } from '../../../ui/text/message-sentence.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';

/** For a node that follows a history this database does not have, or that lost its ledger: shows the effects of an acceptance. */
export function AcceptHistoryDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const history = api.useQuery('get', '/api/v1/history', {});
  const accept = api.useMutation('post', '/api/v1/history-acceptances', { meta: { inline: true } });
  const doubts = (history.data?.doubts ?? []).filter((doubt) => doubt.node.id === node.id);
  const request = apiRequest('post', '/api/v1/history-acceptances', { body: { doubtIds: doubts.map(({ id }) => id) } });
  return (
    <PlanDialog
      title={`Accept the history of ${node.name}`}
      action="Accept"
      isGrave
      typed={{ label: 'Type the node’s name', wanted: node.name }}
      refusedBecause={!history.data ? 'The preview is loading.' : doubts.length === 0 ? 'This node has no doubts to accept.' : null}
      pending={accept.isPending}
      error={accept.error}
      request={request}
      onApply={() => accept.mutate(request.init)}
      outcome={accept.isSuccess ? { text: `${node.name} follows this database from its next report.` } : null}
      onClose={onClose}
    >
      {history.error ? (
        <ProblemView error={history.error} />
      ) : !history.data ? (
        <Empty>Loading…</Empty>
      ) : (
        doubts.map(({ id, effects, ...doubt }) => (
          <div key={id}>
            <Message tone="bad">
              <p>
                <Linked text={messageSentence(doubt)} />.
              </p>
              <p>Compare the node with this database first. A wrong acceptance can give a volume two writers.</p>
            </Message>
            <PlanSteps steps={effects.map((effect) => ({ node, what: messageSentence(effect) }))} />
          </div>
        ))
      )}
    </PlanDialog>
  );
}
