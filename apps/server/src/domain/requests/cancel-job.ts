import { DomainError } from '@weft/shared/errors/domain-error';
import { type Job, jobActions } from '@weft/shared/kinds/job';

/** A job can be cancelled before its first irreversible step. @throws DomainError `wrong-state`. */
export function requireCancellable({ kind, state, subject }: Pick<Job, 'kind' | 'state' | 'subject'>): void {
  const { kinds, states } = jobActions.cancel;
  if (!kinds.includes(kind)) throw new DomainError('job-not-cancellable', { kind });
  if (!states.includes(state)) throw new DomainError('job-ended', { kind, subjectName: subject.name, state });
}
