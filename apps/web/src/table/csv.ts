import type { CsvField } from './columns/column.js';

/** RFC 4180: lines end so, the last one too. */
const END = '\r\n';

/**
 * A spreadsheet takes these for the beginning of a formula, and runs it for whoever opens the file, behind spaces and in full width too (OWASP, "CSV
 * Injection"). An apostrophe before them keeps the cell a text.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Where the comma is the decimal sign, spreadsheets separate cells by semicolons, and some take tabs. */
const QUOTED = /^'|[",;\t\r\n]/;

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  // A minus sign before a number is one.
  const text = typeof value === 'string' && FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string => values.map(cell).join(',') + END;

export const csvHeader = (fields: readonly CsvField<never>[]): string => csvLine(fields.map(({ header }) => header));

export const csvLines = <T>(fields: readonly CsvField<T>[], rows: readonly T[]): string =>
  rows.map((row) => csvLine(fields.map(({ value }) => value(row)))).join('');
