import { journalSchema } from '@weft/shared/links/agent-link';

/** The lines of an answer to a request for a journal. @throws Error with the reason why there are none, or that the answer has another form */
export function journalLines(answer: unknown): string[] {
  const journal = journalSchema.parse(answer);
  if ('unavailable' in journal) throw new Error(journal.unavailable);
  return journal.lines;
}
