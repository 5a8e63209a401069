/**
 * Why the adapter refuses a request by itself, before it asks Weft's API. The code goes into `payload.code` of the answer, the sentence into `error`.
 * Refusals of the API keep the API's code (docs/api.md).
 */
const sentences = {
  // Later Python clients of NVMesh log in when they find just the first sentence.
  'not-logged-in': () => 'Please login via the /login route. POST username and password.',
  'from-a-browser': () => 'Web pages cannot use this port. Use the console of Weft.',
  'no-such-route': ({ route }) => `${route} is no route of NVMesh management that Weft answers. docs/from-nvmesh.md lists them.`,
  'not-json': ({ what }) => `${what} is not valid JSON.`,
  'too-large': ({ what, most }) => `${what} is too large: at most ${most}.`,
  'bad-page': () => 'Page and count must be whole numbers from 0 on.',
  'bad-filter': ({ at, problem }) => `The filter cannot be used: ${at} ${problem}.`,
  'bad-sort': ({ problem }) => `The sort cannot be used: ${problem}.`,
  'bad-projection': ({ problem }) => `The projection cannot be used: ${problem}.`,
  'bad-field': ({ field, problem }) => `${field} ${problem}.`,
  'unknown-field': ({ field }) => `${field} is no field of this object.`,
  'not-found': ({ kind, name }) => `There is no ${kind} ${name}.`,
  'other-uuid': ({ kind, name }) => `${kind} ${name} has another uuid: it was deleted and created again. Read it again.`,
  'no-counterpart': ({ what, instead }) => `Weft has no counterpart of ${what}. ${instead}`,
  'choose-class': ({ names }) => `Name one drive class in diskClasses. Existing drive classes: ${names || 'none'}.`,
  'not-shareable': ({ volume }) =>
    `Volume ${volume} is mirrored, and md arrays have one writer. Attach it with EXCLUSIVE_READ_WRITE or SHARED_READ_ONLY.`,
  'fixed-field': ({ field }) => `${field} of an existing object cannot be changed.`,
  'not-attached': ({ volume, client }) => `Volume ${volume} is not attached to ${client}.`,
  'bad-token': () => 'The API token in place of the password is not valid for this user.',
  'second-factor': () =>
    'This user logs in with a second factor, which NVMesh clients cannot send. Use the name of the user, and one of its API tokens as the password.',
  'server-failed': () => "The server failed. Its log has the error, under this request's id.",
} satisfies Record<string, (params: Record<string, string>) => string>;

export type ReasonCode = keyof typeof sentences;

/** A request that the adapter refuses. `status`: HTTP status when the whole request is refused; a refusal of one object is an entry of a list with status 200. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: ReasonCode,
    params: Record<string, string> = {},
    readonly status = 422,
  ) {
    super(sentences[code](params as never));
  }
}

/** Refuses the value of one field. @param problem follows the name of the field in the sentence */
export const badField = (field: string, problem: string): Refusal => new Refusal('bad-field', { field, problem });

/** Refuses what only NVMesh has. @param instead a sentence that says what to do */
export const noCounterpart = (what: string, instead: string): Refusal => new Refusal('no-counterpart', { what, instead });
