import { isOutOfBounds } from '@weft/shared/messages/long-list';
import { WEFT_VERSION } from '@weft/shared/version';
import type { z } from 'zod';

const MOST_NAMED = 3;

/**
 * Why an assignment that does not have the form of this version is refused. A field that this version does not know may be a safety condition, so the agent
 * never follows the assignment without it.
 */
export function unknownForm(error: z.ZodError): string {
  const { issues } = error;
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key].join('.')) : [],
  );
  if (unknown.length > 0)
    return `the assignment has fields that agent ${WEFT_VERSION} does not know: ${listed(unknown)}. Nothing was changed. Update the agent of this node`;
  const wrong = issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (isOutOfBounds(error))
    return `the assignment is over the bounds of agent ${WEFT_VERSION}: ${listed(wrong, '; ')}. Nothing was changed. Remove what is too much from this node, or install the same version of server and agent`;
  return `the assignment does not have the form that agent ${WEFT_VERSION} knows: ${listed(wrong, '; ')}. Nothing was changed. Install the same version of server and agent`;
}

const listed = (texts: readonly string[], separator = ', '): string =>
  texts.slice(0, MOST_NAMED).join(separator) + (texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : '');
