import { describe, expect, it } from 'vitest';
import { chartName, heatCsv, lineCsv } from './chart-csv.js';

describe('the CSV of a chart', () => {
  it('has a line for each moment, units in the header, and gaps as empty fields', () => {
    const history = { from: 0, to: 20, readAt: 100, stepMs: 10, tierMs: 10, series: { 'read-iops': { values: [5, null] } } };
    const slots = [
      { at: 1000, step: 0 },
      { at: 2000, step: 1 },
      { at: 3000, live: { at: 3000, values: { 'read-iops': 7.5, 'write-iops': 2 } } },
    ];
    expect(lineCsv(['read-iops', 'write-iops'], slots, history, true).split('\r\n')).toEqual([
      'time,read-iops (1/s),write-iops (1/s),simulated',
      '1970-01-01T00:00:01.000Z,5,,true',
      '1970-01-01T00:00:02.000Z,,,true',
      '1970-01-01T00:00:03.000Z,7.5,2,true',
      '',
    ]);
  });

  it('has the cells of a heat map by row, and empty fields for a column without an observation', () => {
    const columns = [
      { from: 0, to: 1000, values: [1, 2] },
      { from: 1000, to: 2000, values: null },
    ];
    expect(heatCsv(columns, 2, (row) => `CPU ${row}`, false).split('\r\n')).toEqual([
      'from,to,CPU 0,CPU 1,simulated',
      '1970-01-01T00:00:00.000Z,1970-01-01T00:00:01.000Z,1,2,false',
      '1970-01-01T00:00:01.000Z,1970-01-01T00:00:02.000Z,,,false',
      '',
    ]);
  });

  it('names the file after object and chart', () => {
    expect(chartName('db-1', 'Latency percentiles')).toBe('db-1-latency-percentiles');
    expect(chartName('', 'IOPS')).toBe('iops');
  });
});
