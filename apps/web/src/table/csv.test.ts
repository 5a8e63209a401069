import { expect, test } from 'vitest';
import { csvHeader, csvLine, csvLines } from './csv.js';

test('given rows, then each is a line with its exact values, and units are in the header', () => {
  const fields = [
    { header: 'serial', value: (row: { serial: string }) => row.serial },
    { header: 'size_bytes', value: () => 2_400_000_000_000 },
  ];
  expect(csvHeader(fields) + csvLines(fields, [{ serial: 'S1' }, { serial: 'S2' }])).toBe(
    'serial,size_bytes\r\nS1,2400000000000\r\nS2,2400000000000\r\n',
  );
});

test('given commas, quotes and line breaks, then the field is quoted as RFC 4180 says', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'plain'])).toBe('"a,b","say ""x""","two\nlines",plain\r\n');
});

test('given text that a spreadsheet would run as a formula, then it stays text; a negative number stays a number', () => {
  expect(csvLine(['=HYPERLINK("http://x")', '+1', '-cmd', '@sum', '\tx', '  =1', '\uff1d1', -5, '-5.25'])).toBe(
    `"'=HYPERLINK(""http://x"")","'+1","'-cmd","'@sum","'\tx","'  =1","'\uff1d1",-5,-5.25\r\n`,
  );
});

test('given what is not known, then the field is empty and not zero', () => {
  expect(csvLine([null, undefined, 0, false])).toBe(',,0,false\r\n');
});

test('given a semicolon, which separates cells in many countries, then the field is quoted', () => {
  expect(csvLine(['x;=cmd|1', 'plain'])).toBe('"x;=cmd|1",plain\r\n');
});
