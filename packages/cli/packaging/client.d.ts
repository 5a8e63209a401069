/** Types of `@weft/cli/client`. Requests and answers come from the OpenAPI document (`api.d.ts`). */
import type { components, operations } from './api.js';

export type { components, operations } from './api.js';

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : undefined;
type Responses<Id extends keyof operations> = operations[Id]['responses'];
/** The answer of an operation to a request that succeeds. */
export type Answer<Id extends keyof operations> = Json<Responses<Id>[keyof Responses<Id> & (200 | 201 | 202 | 204)]>;
type Parameters<Id extends keyof operations> = operations[Id]['parameters'];

export interface CallOptions<Id extends keyof operations> {
  params?: Parameters<Id>['path'];
  query?: Parameters<Id>['query'];
  body?: Json<NonNullable<operations[Id]['requestBody']>>;
  /** Version that the change is based on. */
  ifMatch?: number;
  /** Of a create: a repetition with the same key makes nothing twice. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface ClientOptions {
  url: URL;
  /** PEM of the only authority that counts. Absent: those of the system. */
  ca?: string;
  /** API token. */
  token?: string;
  /** `name=value` of a session. */
  session?: string;
  onSession?: (session: string) => void;
  onWait?: (message: string) => void;
  timeoutMs?: number;
  routes: Routes;
}

export type Routes = Readonly<Record<string, readonly [method: string, path: string]>>;
/** Method and path of every operation, and the version of the API that they are of. */
export declare const table: { readonly version: string; readonly routes: Routes };

export declare class Client {
  constructor(options: ClientOptions);
  /** Calls an operation. @throws ProblemFailure when the server refuses it */
  call<Id extends keyof operations>(id: Id, options?: CallOptions<Id>): Promise<Answer<Id>>;
  /** Ends idle connections, so that the program can end. */
  close(): void;
}

/** `kind` is that of the exit codes of `weft`. */
export declare class Failure extends Error {
  readonly kind: string;
  readonly advice?: string;
}

/** The server refused a request. */
export declare class ProblemFailure extends Failure {
  readonly status: number;
  readonly problem?: components['schemas']['Problem'];
}

export declare function newIdempotencyKey(): string;
export declare function fingerprintFrom(text: string): string;
/** The authority of a server, if it has the expected fingerprint. @throws Failure otherwise */
export declare function pinAuthority(options: { url: URL; expected: string }): Promise<{ pem: string; fingerprint: string } | undefined>;
