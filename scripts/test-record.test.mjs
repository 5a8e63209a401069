import { describe, expect, it } from 'vitest';
import { recordedRows, recordPage, stageNamed, wantedStages } from './test-record.mjs';

const row = (name, more = {}) => ({ row: name, result: 'passed', seconds: 1.25, commit: 'abc1234', date: '2026-11-23 02:30', ...more });
const stages = ['unit', 'lab/a', 'lab/b'];

describe('the record of test:all', () => {
  it('holds a line for each row, in the order of the stages', () => {
    const page = recordPage(recordPage('', stages, 'lab/b', [row('row: b')]), stages, 'unit', [row('1526 tests')]);
    expect(page.split('\n').filter((line) => line.startsWith('| unit') || line.startsWith('| lab'))).toEqual([
      '| unit | 1526 tests | passed | 1.3 s | abc1234 | 2026-11-23 02:30 |',
      '| lab/b | row: b | passed | 1.3 s | abc1234 | 2026-11-23 02:30 |',
    ]);
  });

  it('replaces the rows of a stage that ran again and keeps the others', () => {
    const first = recordPage(recordPage('', stages, 'unit', [row('all')]), stages, 'lab/a', [row('one'), row('two')]);
    const second = recordPage(first, stages, 'lab/a', [row('one', { result: 'failed', commit: 'def5678+' })]);
    expect(recordedRows(second).map(({ stage, row, result, commit }) => [stage, row, result, commit])).toEqual([
      ['unit', 'all', 'passed', 'abc1234'],
      ['lab/a', 'one', 'failed', 'def5678+'],
    ]);
  });

  it('drops the rows of a stage that no longer exists', () => {
    const page = recordPage('', stages, 'lab/a', [row('one')]);
    expect(recordedRows(recordPage(page, ['unit'], 'unit', [row('all')])).map(({ stage }) => stage)).toEqual(['unit']);
  });

  it('keeps a pipe in a name', () => {
    expect(recordedRows(recordPage('', stages, 'unit', [row('a|b')]))[0].row).toBe('a|b');
  });
});

describe('--from', () => {
  const files = [{ stage: 'lab/b', source: "test('row: network cut', …" }];

  it('accepts a stage, or the name of a test in its file', () => {
    expect(stageNamed('lab/a', stages, files)).toBe('lab/a');
    expect(stageNamed('row: network cut', stages, files)).toBe('lab/b');
  });

  it('refuses an unknown name, and lists the stages', () => {
    expect(() => stageNamed('row: nothing', stages, files)).toThrow(/"row: nothing".*lab\/a/s);
  });
});

describe('wantedStages', () => {
  const stages = ['check', 'unit', 'lab/a', 'lab/b'];
  const files = [{ stage: 'lab/b', source: "it('row: network cut')" }];
  const wanted = (...args) => wantedStages(args, stages, files);

  it('returns all stages, those from one on, or only the named ones in their order', () => {
    expect(wanted()).toEqual(stages);
    expect(wanted('--from', 'lab/a')).toEqual(['lab/a', 'lab/b']);
    expect(wanted('--only', 'row: network cut', 'unit')).toEqual(['unit', 'lab/b']);
  });

  it('refuses unknown options and options without a name', () => {
    for (const args of [['--until', 'unit'], ['--only'], ['--from'], ['--from', 'unit', 'lab/a']])
      expect(() => wanted(...args)).toThrow(/Usage/);
    expect(() => wanted('--only', 'unit', 'nothing')).toThrow(/"nothing"/);
  });
});
