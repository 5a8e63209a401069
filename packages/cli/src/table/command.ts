/*
 * Commands as data. `make-table.ts` makes them of the endpoints of the API when the program is built, because the schemas alone take
 * 190 ms to load (docs/decisions/command-line.md).
 */

export type JsonSchema = { [key: string]: unknown } & {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  default?: unknown;
  description?: string;
};

/** What text a flag takes. json: JSON or YAML, or `@file`. labels: key=value. moment: a time, or how long ago. */
export type FlagType = 'string' | 'moment' | 'integer' | 'number' | 'boolean' | 'labels' | 'json';
export type FlagUnit = 'bytes' | 'seconds' | 'hours' | 'days';

export interface Flag {
  /** Without the dashes. */
  name: string;
  /** Field of the API. */
  field: string;
  in: 'query' | 'body';
  type: FlagType;
  list?: true;
  values?: string[];
  unit?: FlagUnit;
  /** The flag takes a name or an id of this noun. */
  reference?: string;
  nullable?: true;
  required?: true;
  default?: unknown;
  description?: string;
  /** The name of the object that the command destroys, as confirmation. */
  confirms?: true;
  /** Never on a command line, which other users of the machine can read: from a file, or asked. */
  secret?: true;
}

export interface Positional {
  name: string;
  field: string;
  in: 'path' | 'body' | 'query';
  reference?: string;
}

export interface Command {
  /** Operation of the API. */
  id: string;
  /** `volume create`; one word for a command without a verb. */
  words: string[];
  summary: string;
  method: string;
  path: string;
  positionals: Positional[];
  flags: Flag[];
  hasBody?: true;
  /** A change sends the version that it is based on. */
  ifMatch?: true;
  idempotent?: true;
  readOnly?: true;
  /** Not with an API token. */
  sessionOnly?: true;
  isFile?: true;
  isList?: true;
  /** Items of the list have labels. */
  hasLabels?: true;
  /** The answer has a job. */
  hasJob?: true;
  /** Path of its dry run. */
  dryRunPath?: string;
  /** Destroys or ends something: asks first. */
  destructive?: true;
}

export interface Table {
  version: string;
  commands: Command[];
  /** Method and path of every operation. */
  routes: Record<string, readonly [method: string, path: string]>;
  /** Nouns with their path of the list, and the schema of one object. */
  nouns: Record<string, Noun>;
}

export interface Noun {
  /** Path of its list, below /api/v1. */
  path: string;
  live?: true;
  /** Whether `GET path/:id` exists. */
  hasOne?: true;
  /** Filters of its list. */
  filters: string[];
}

/** Schema of one object of each noun, with references resolved: for `explain` and `apply`. */
export interface Schemas {
  objects: Record<string, JsonSchema>;
  bodies: Record<string, JsonSchema>;
}
