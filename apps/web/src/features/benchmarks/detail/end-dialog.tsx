import { useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Benchmark } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { benchmarkTitle } from '../benchmark-words.js';

/** Cancels a benchmark, or deletes one that has ended. */
export function EndDialog({ benchmark, action, onClose }: { benchmark: Benchmark; action: 'cancel' | 'delete'; onClose: () => void }) {
  const go = useNavigate();
  const path = { id: benchmark.id };
  const cancel = api.useMutation('post', '/api/v1/benchmarks/{id}/cancel', { meta: { inline: true }, onSuccess: onClose });
  const remove = api.useMutation('delete', '/api/v1/benchmarks/{id}', { meta: { inline: true }, onSuccess: () => go(paths.benchmarks()) });
  const cancelled = apiRequest('post', '/api/v1/benchmarks/{id}/cancel', { params: { path }, body: {} });
  const removed = apiRequest('delete', '/api/v1/benchmarks/{id}', {
    params: { path, header: { 'If-Match': `"${benchmark.version}"` } },
  });
  const isCancel = action === 'cancel';
  return (
    <PlanDialog
      title={`${isCancel ? 'Cancel' : 'Delete'}: ${benchmarkTitle(benchmark)}`}
      action={isCancel ? 'Cancel the benchmark' : 'Delete the benchmark'}
      refusedBecause={null}
      pending={cancel.isPending || remove.isPending}
      error={cancel.error ?? remove.error}
      request={isCancel ? cancelled : removed}
      onApply={() => (isCancel ? cancel.mutate(cancelled.init) : remove.mutate(removed.init))}
      outcome={null}
      onClose={onClose}
    >
      <p>
        {isCancel
          ? 'The clients kill fio at once. Scratch volumes are detached and deleted. The results until then are kept.'
          : 'Its results and the output of fio are deleted. Nothing on the nodes changes.'}
      </p>
    </PlanDialog>
  );
}
