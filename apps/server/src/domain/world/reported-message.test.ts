import { driveRef } from '@weft/shared/text/references';
import { describe, expect, it } from 'vitest';
import { reported, UNEXPLAINED } from './reported-message.js';

const reason = {
  code: 'in-service',
  params: { drive: driveRef('d1', 'S1') },
  message: 'drive S1 is in service; release it before it is wiped',
};
const text = { code: reason.code, text: reason.message };

describe('reported', () => {
  it('carries the code and the data of an agent of this version', () => {
    expect(reported(reason).params).toEqual({ ...text, report: { code: reason.code, params: reason.params } });
  });

  it('carries only the text of an agent that sends no data, or a code or data that this version does not know', () => {
    const { params: _, ...older } = reason;
    expect(reported(older).params).toEqual(text);
    expect(reported({ ...reason, params: { drive: 'S1' } }).params).toEqual(text);
    expect(reported({ ...reason, code: 'of-a-later-version' }).params).toEqual({ ...text, code: 'of-a-later-version' });
  });

  it('is undefined if the agent gave no reason, and has a text where there must be one', () => {
    expect([reported(null), reported(undefined)]).toEqual([undefined, undefined]);
    expect(UNEXPLAINED.params).toEqual({ code: 'no-reason', text: 'the agent gave no reason' });
  });
});
