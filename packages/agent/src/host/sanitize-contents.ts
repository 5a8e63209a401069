import type { Sanitize } from '@weft/shared/messages/sanitize';

/** Contents of a drive that answers no reads because of a sanitize, as text; undefined: it answers. `unknown:` marks a drive that could not be read. */
export function unreadBySanitize(sanitize: Pick<Sanitize, 'state'> | undefined): string | undefined {
  if (sanitize?.state === 'running') return 'unknown: the drive sanitizes itself, and answers no reads until that ends';
  if (sanitize?.state === 'failed') return 'unknown: the last sanitize of the drive failed, and it answers no reads until one succeeds';
  return undefined;
}
