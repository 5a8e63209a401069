import { csvLine } from '@weft/shared/csv';
import { expect, test } from 'vitest';
import { csvHeader, csvLines } from './csv.js';

test('writes each row as a line with exact values, and units in the header', () => {
  const fields = [
    { header: 'serial', value: (row: { serial: string }) => row.serial },
    { header: 'size_bytes', value: () => 2_400_000_000_000 },
  ];
  expect(csvHeader(fields) + csvLines(fields, [{ serial: 'S1' }, { serial: 'S2' }])).toBe(
    'serial,size_bytes\r\nS1,2400000000000\r\nS2,2400000000000\r\n',
  );
});

test('quotes commas, quotes and line breaks as RFC 4180 specifies', () => {
  expect(csvLine(['a,b', 'say "x"', 'two\nlines', 'plain'])).toBe('"a,b","say ""x""","two\nlines",plain\r\n');
});

test('escapes text that a spreadsheet would run as a formula, and keeps negative numbers', () => {
  expect(csvLine(['=HYPERLINK("http://x")', '+1', '-cmd', '@sum', '\tx', '  =1', '\uff1d1', -5, '-5.25'])).toBe(
    `"'=HYPERLINK(""http://x"")","'+1","'-cmd","'@sum","'\tx","'  =1","'\uff1d1",-5,-5.25\r\n`,
  );
});

test('writes an unknown value as an empty field, not as zero', () => {
  expect(csvLine([null, undefined, 0, false])).toBe(',,0,false\r\n');
});

test('quotes a field with a semicolon, which separates cells in many countries', () => {
  expect(csvLine(['x;y', 'plain'])).toBe('"x;y",plain\r\n');
});

test('escapes a formula after each character that separates cells or rows elsewhere', () => {
  // Where the semicolon separates cells, a quote inside a field is plain text: `S1,"x` would be one cell, `=cmd|1"` the next.
  expect(csvLine(['S1', 'x;=cmd|1'])).toBe(`S1,"x;'=cmd|1"\r\n`);
  expect(csvLine(['S1', 'x; @cmd', 'y\t+1', 'z\n-2', 'w\r\n\uff1d3'])).toBe(`S1,"x;' @cmd","y\t'+1","z\n'-2","w\r\n'\uff1d3"\r\n`);
  expect(csvLine(['a=b', 'c-d;e', 1])).toBe('a=b,"c-d;e",1\r\n');
});
