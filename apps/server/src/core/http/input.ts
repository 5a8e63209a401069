import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { DomainError } from '@weft/shared/errors/domain-error';
import { errorPart } from '@weft/shared/text/rendering/render-error';
import type { z } from 'zod';
import { explained } from './issues/explained.js';
import { callerOf, type ValidInput, type WeftRequest } from './request.js';

type Part = 'params' | 'query' | 'body';

const MOST_ISSUES = 5;

/** `legs.0.name` for a body, `query.limit` for the rest. */
const pathOf = (part: Part, path: readonly PropertyKey[]): string =>
  [...(part === 'body' && path.length > 0 ? [] : [part]), ...path.map(String)].join('.');

/** Combines the issues of one part into one error: the field of the first issue, and the text of the first five. */
function invalid(part: Part, error: z.ZodError): DomainError {
  const found = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ field: pathOf(part, [...issue.path, key]), message: 'there is no such field' }))
      : [{ field: pathOf(part, issue.path), message: issue.message }],
  );
  const issues = found
    .slice(0, MOST_ISSUES)
    .map(({ field, message }) => errorPart('invalid-input', { field: field.slice(0, 200), explanation: message.slice(0, 300) }));
  return new DomainError('invalid-value', { issues, moreCount: found.length - issues.length }, { field: found[0]?.field.slice(0, 200) });
}

function validate(part: Part, schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) {
    if (part !== 'params' && typeof value === 'object' && value !== null && Object.keys(value).length > 0)
      throw new DomainError(
        part === 'body' ? 'body-not-expected' : 'query-not-expected',
        {},
        { field: pathOf(part, Object.keys(value).slice(0, 1)).slice(0, 200) },
      );
    return part === 'body' ? undefined : {};
  }
  const result = schema.safeParse(value, { error: explained });
  if (!result.success) throw invalid(part, result.error);
  return result.data;
}

/**
 * Version in an If-Match header. RFC 9110, 13.1.1 requires strong comparison: a weak tag never matches.
 * @throws DomainError `malformed` or `precondition-required`.
 */
export function parseIfMatch(header: string | undefined, required: boolean): number | undefined {
  if (header === undefined) {
    if (required) throw new DomainError('version-required', {}, { field: 'If-Match' });
    return undefined;
  }
  const version = /^\s*(?:"(\d{1,15})"|(\d{1,15}))\s*$/.exec(header);
  if (!version) throw new DomainError('version-malformed', {}, { field: 'If-Match' });
  return Number(version[1] ?? version[2]);
}

/** @throws DomainError for input that the contract does not allow. */
export function validInput(endpoint: Endpoint, request: WeftRequest): ValidInput {
  return {
    params: validate('params', endpoint.params, request.params),
    query: validate('query', endpoint.query, request.query),
    body: validate('body', endpoint.body, request.body),
    ifMatch: endpoint.ifMatch ? parseIfMatch(request.headers['if-match'], true) : undefined,
    caller: callerOf(request),
    requestId: request.id,
  };
}
