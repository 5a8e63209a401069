import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { isId } from '@weft/shared/is-id';
import { type AuditChange, type AuditEntry, auditSubjects } from '@weft/shared/kinds/audit';
import { type NounName, nounNames } from '@weft/shared/kinds/nouns';
import { z } from 'zod';
import { type Caller, callerName, tokenOf } from '../core/http/caller.js';
import type { RequestEntry } from './documents/audit.document.js';

const subjectKind = z.enum(nounNames);
type Subject = NonNullable<AuditEntry['subject']>;

export interface AnsweredRequest {
  endpoint: Endpoint;
  requestId: string;
  address: string;
  caller: Caller;
  params: unknown;
  /** The parsed body, if any; unchecked in a refusal. */
  body: unknown;
  answer: unknown;
  /** What the API showed of the object before an update; undefined: nothing. */
  before?: unknown;
  /** Name of the object in the path, as stored before the request. */
  subjectName: string | undefined;
  /** User of a login whose body does not name the user. */
  loginName?: string | undefined;
  status: number;
  code: string | null;
}

const part = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
const textOf = (value: unknown, longest = 128): string | undefined => (typeof value === 'string' ? value.slice(0, longest) : undefined);
export const idOf = (value: unknown): string | undefined => (typeof value === 'string' && isId(value) ? value : undefined);

const kinds: ReadonlyMap<string, NounName> = new Map(Object.entries(auditSubjects));
export const subjectKindOf = ({ path }: Pick<Endpoint, 'path'>): NounName | undefined => kinds.get(path.split('/')[3] ?? '');

/** The object of a request: from its answer, else from its path. For a login, a logout and a change of the own password: the user. */
function subjectOf({ endpoint, params, answer, caller, subjectName }: AnsweredRequest): Subject | null {
  const kind = subjectKindOf(endpoint);
  if (!kind) return null;
  const own = kind === 'user' && caller.kind === 'user' && !endpoint.path.includes('/users') ? caller : undefined;
  const ofJob = part(part(answer, 'job'), 'subject');
  const object = (kind === 'user' ? (part(answer, 'user') ?? part(part(answer, 'session'), 'user')) : undefined) ?? ofJob ?? answer ?? own;
  const id =
    idOf(part(params, 'id')) ?? idOf(part(object, 'id')) ?? idOf(part(object, 'nodeId')) ?? idOf(part(object, 'clusterId')) ?? own?.id;
  if (id === undefined) return null;
  const named = idOf(part(object, 'id')) === id || part(object, 'nodeId') === id ? textOf(part(object, 'name')) : undefined;
  const { success, data: kindOfJob } = subjectKind.safeParse(part(ofJob, 'kind'));
  return {
    kind: success && id === part(ofJob, 'id') ? kindOfJob : kind,
    id,
    name: named ?? (own?.id === id ? own.name : (subjectName ?? id)),
  };
}

const LONGEST_VALUE = 1000;
const shown = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value).slice(0, LONGEST_VALUE));

/** Fields that the body of an update names, with their values in the API before and after. No password can get into the audit: the API never shows one. */
export function changesOf(body: unknown, before: unknown, after: unknown): AuditChange[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.keys(body).flatMap((field) => {
    const [from, to] = [part(before, field), part(after, field)];
    const isSame = JSON.stringify(from) === JSON.stringify(to);
    return isSame ? [] : [{ field: field.slice(0, 64), from: shown(from), to: shown(to) }];
  });
}

/** The entry of one request. Contains nothing of its body except the name of a login. */
export function auditedRequest(request: AnsweredRequest, at: Date): RequestEntry {
  const { endpoint, requestId, address, caller, body, before, answer, loginName, status, code } = request;
  const subject = subjectOf(request);
  const isLogin = endpoint.access === 'public' && subjectKindOf(endpoint) === 'user';
  const changes = endpoint.method === 'PATCH' && status < 400 ? changesOf(body, before, answer) : [];
  return {
    at,
    by: isLogin && status < 400 && subject ? subject.name : callerName(caller),
    action: status < 400 ? 'change' : 'refusal',
    subject,
    statements: [],
    ...(changes.length > 0 ? { changes } : {}),
    request: {
      id: requestId,
      route: endpoint.id,
      address,
      token: tokenOf(caller),
      name: isLogin ? (loginName ?? textOf(part(body, 'name'), 64) ?? null) : null,
      status,
      code,
      jobId: idOf(part(part(answer, 'job'), 'id')) ?? null,
      count: 1,
      lastAt: at,
    },
  };
}
