import type { CsvField } from './column.js';

/** RFC 4180: lines end so, the last one too. */
const END = '\r\n';

/** A spreadsheet takes these for the beginning of a formula, and runs it for whoever opens the file (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  // Numbers are ours: a minus sign is one.
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string => values.map(cell).join(',') + END;

export const csvHeader = (fields: readonly CsvField<never>[]): string => csvLine(fields.map(({ header }) => header));

export const csvLines = <T>(fields: readonly CsvField<T>[], rows: readonly T[]): string =>
  rows.map((row) => csvLine(fields.map(({ value }) => value(row)))).join('');
