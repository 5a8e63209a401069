/** RFC 4180: end of each line, including the last one. */
const END = '\r\n';

/**
 * Spreadsheets read these as the start of a formula and run it when a user opens the file, also after spaces and in full-width form (OWASP, "CSV
 * Injection"). A leading apostrophe keeps the cell a text.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;
/** The separators of `QUOTED`, if a formula follows: a program that separates cells by them takes a quote inside a field for plain text. */
const FORMULA_WITHIN = /(?<=[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Where the comma is the decimal sign, spreadsheets separate cells by semicolons; some use tabs. */
const QUOTED = /^'|[",;\t\r\n]/;

/** A number with a minus sign is not a formula. */
const defused = (text: string): string => (NUMBER.test(text) ? text : text.replace(FORMULA, "'$&").replaceAll(FORMULA_WITHIN, "'"));

function cell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? defused(value) : String(value);
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a CSV file (RFC 4180) that no spreadsheet takes for a formula. */
export const csvLine = (values: readonly (string | number | boolean | null | undefined)[]): string => values.map(cell).join(',') + END;
