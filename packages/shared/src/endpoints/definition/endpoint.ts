import { z } from 'zod';
import type { Permission } from '../../kinds/access/permissions.js';
import type { ErrorCode } from '../../text/errors/entry/error-status.js';

/** Allowed callers: public: everyone. scrape: a scraper with its token, and every user. user: every user. A permission: users whose role has it. */
export type Access = 'public' | 'scrape' | 'user' | Permission;

/**
 * What a caller who sees only some volumes gets (docs/access.md). `refused` is the safe one.
 *
 * - none: request and answer contain nothing about volumes.
 * - filtered: a read; the database answers it with the rows of the visible volumes alone (`core/scope/`).
 * - create-volume: the labels in the body must be those of volumes that the caller may change.
 * - change-volume, attach-volume, attach-attachment: the caller needs this right on the volume that the request is about.
 * - change-subject, change-note, change-alert, change-job: the same for the volume that the note, alert or job in the request is about.
 * - refused: nothing; whatever cannot be filtered.
 */
export const volumeScopes = [
  'none',
  'filtered',
  'create-volume',
  'change-volume',
  'attach-volume',
  'attach-attachment',
  'change-subject',
  'change-note',
  'change-alert',
  'change-job',
  'refused',
] as const;
export type VolumeScope = (typeof volumeScopes)[number];

export interface Endpoint {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Not a GET, but changes nothing (a dry run). It leaves no audit entry. */
  readOnly?: true;
  /** Fastify style: /api/v1/volumes/:id */
  path: string;
  summary: string;
  tag: string;
  access: Access;
  volumeScope: VolumeScope;
  /** Allowed in a session whose user must change the password first. */
  beforePasswordChange?: true;
  /** Allowed in a session whose user must set up a second factor first. */
  beforeSecondFactor?: true;
  /** Refused to API tokens: makes or ends tokens and sessions, or changes users and passwords. */
  sessionOnly?: true;
  status: number;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
  /** The answer is a file without a schema, of one of these media types. */
  file?: readonly string[];
  /** Its query takes `at`: the answer is then as of that recorded moment. */
  asOf?: true;
  /** `required`: If-Match must contain the version. */
  ifMatch?: 'required';
  /** Accepts an Idempotency-Key header. */
  idempotent?: boolean;
  errors: readonly ErrorCode[];
}

/** Whether a request to this endpoint changes something. */
export const isChanging = ({ method, readOnly }: Endpoint): boolean => method !== 'GET' && readOnly !== true;

/** Keeps the literal types of an endpoint. */
export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

export type Body<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined;
export type Query<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : Record<string, never>;
export type Params<E extends Endpoint> = E['params'] extends z.ZodType ? z.output<E['params']> : Record<string, never>;
export type Response<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined;

export const MAX_PAGE = 200;

/** Query of a list: `sort` is a field name, with `-` in front for descending order. */
export const listQuery = <Filters extends z.ZodRawShape>(
  sorts: readonly [string, ...string[]],
  filters: Filters,
  defaultSort: string = sorts[0],
) =>
  z.strictObject({
    limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(50),
    cursor: z
      .string()
      .max(1024)
      .optional()
      .meta({ description: '`nextCursor` of the previous page. Valid only with the same sort and filters.' }),
    sort: z.enum([...sorts, ...sorts.map((sort) => `-${sort}`)] as [string, ...string[]]).default(defaultSort),
    ...filters,
  });

export const pageOf = <T extends z.ZodType>(item: T, id: string) =>
  z.strictObject({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int() }).meta({ id });
