/** Exit codes: one for each kind of failure, so that scripts need not read messages. docs/cli.md lists them. */
export const exitCodes = {
  done: { code: 0, meaning: 'success' },
  unexpected: { code: 1, meaning: 'a failure of no other kind, such as an error inside the server' },
  usage: { code: 2, meaning: 'the command line, a document or the configuration is wrong; nothing was sent' },
  denied: { code: 3, meaning: 'not logged in, or not allowed' },
  missing: { code: 4, meaning: 'no such object, or a name that several objects have' },
  conflict: { code: 5, meaning: 'the object is in use, in another state, or has changed meanwhile' },
  refused: { code: 6, meaning: 'the server refuses the values, or cannot do it: no space, for example' },
  job: { code: 7, meaning: 'the job failed' },
  timeout: { code: 8, meaning: '--timeout has passed; the job continues' },
  unreachable: { code: 9, meaning: 'the server cannot be reached, or is not available' },
  certificate: { code: 10, meaning: "the server's certificate is not trusted, or not the pinned one" },
  unconfirmed: { code: 11, meaning: 'not confirmed: nothing was done' },
  differs: { code: 12, meaning: '`diff` found differences, or `doctor` found problems' },
  interrupted: { code: 130, meaning: 'Ctrl-C; a job that was started continues' },
} as const;
export type FailureKind = keyof typeof exitCodes;

/** A failure that people can do something about: the message names the cause, the advice the remedy. */
export class Failure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly advice?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const usage = (message: string, advice?: string): Failure => new Failure('usage', message, advice);
