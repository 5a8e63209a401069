/** The answer about one object, in the shape of NVMesh management. */
export interface ObjectAnswer {
  _id: string | null;
  uuid: string | null;
  success: boolean;
  error: string | null;
  payload: unknown;
}

export const succeeded = (_id: string | null, uuid: string | null, payload: unknown = null): ObjectAnswer => ({
  _id,
  uuid,
  success: true,
  error: null,
  payload,
});

/** @param reason its sentence and its code */
export const refused = (_id: string | null, reason: { message: string; code: string; field?: string | undefined }): ObjectAnswer => ({
  _id,
  uuid: null,
  success: false,
  error: reason.message,
  payload: { code: reason.code, ...(reason.field === undefined ? {} : { field: reason.field }) },
});

/**
 * The text of an answer. NVMeshSDK takes every answer with the text `/login` for a request to log in, and asks again without an end: an object with this text
 * in its description must not cause that. Only the answer to a request without a login has it.
 */
export const textOf = (answer: unknown): string => JSON.stringify(answer).replaceAll('/login', '\\u002flogin');
