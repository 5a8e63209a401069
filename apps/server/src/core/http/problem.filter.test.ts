import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import { ProblemFilter } from './problem.filter.js';

/** Status and code of the answer to a request whose body has not arrived in full. */
function answered(thrown: unknown, raw: { complete: boolean; errored: Error | null }) {
  vi.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  const sent: { status?: number; code?: string } = {};
  const reply = {
    raw: {},
    header: () => reply,
    removeHeader: () => reply,
    status: (status: number) => {
      sent.status = status;
      return reply;
    },
    send: (body: Buffer) => Object.assign(sent, { code: (JSON.parse(body.toString()) as { code: string }).code }),
  };
  const request = { id: 'r', method: 'POST', url: '/api/v1/volumes', raw };
  const http = { getRequest: () => request, getResponse: () => reply };
  new ProblemFilter().catch(thrown, { getType: () => 'http', switchToHttp: () => http } as never);
  return sent;
}
const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });

describe('ProblemFilter', () => {
  it('names a request whose sender disconnected', () => {
    const aborted = reset();
    expect(answered(aborted, { complete: false, errored: aborted })).toEqual({ status: 400, code: 'malformed' });
  });

  it('names the database when its connection ends while a body still arrives', () => {
    expect(answered(reset(), { complete: false, errored: null })).toEqual({ status: 503, code: 'unavailable' });
  });

  it('names the database when its connection ends after the body has arrived', () => {
    expect(answered(reset(), { complete: true, errored: null })).toEqual({ status: 503, code: 'unavailable' });
  });
});
