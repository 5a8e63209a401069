import { csvLine } from '@weft/shared/csv';
import type { CsvField } from './columns/column.js';

export const csvHeader = (fields: readonly CsvField<never>[]): string => csvLine(fields.map(({ header }) => header));

export const csvLines = <T>(fields: readonly CsvField<T>[], rows: readonly T[]): string =>
  rows.map((row) => csvLine(fields.map(({ value }) => value(row)))).join('');
