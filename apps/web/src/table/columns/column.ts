import type { ReactNode } from 'react';
import type { ProvenanceOf } from '../../provenance/provenance.js';

/** Field of a column in a CSV file: exact value, with its unit in the header. */
export interface CsvField<T> {
  header: string;
  value: (row: T) => string | number | boolean | null | undefined;
}

export interface Column<T> {
  name: string;
  cell: (row: T) => ReactNode;
  /** In the side panel of the row, instead of the cell: it has room for several lines. */
  preview?: (row: T) => ReactNode;
  /** The server's name of the field, if the server can sort by it. */
  sort?: string;
  numeric?: boolean;
  /** Provenance of the number; null: this row has none. */
  told?: (row: T) => ProvenanceOf | null;
  /** Takes the remaining width. */
  wide?: boolean;
  /** In rem, if not wide. Only visible rows exist, so the width cannot follow their content. */
  width?: number;
  /** Never hidden: identifies the row, or holds its actions. */
  fixed?: boolean;
  csv?: readonly CsvField<T>[];
  /** Empty in rows that appear while the list scrolls fast, until it is slower: costly to create, and nobody reads it meanwhile. */
  late?: boolean;
  /** Hidden until the user chooses it: a window of 1280 px has no room for all. */
  extra?: boolean;
}

/** All columns of a list that are not extra fit into a window of 1280 px: 61.5 rem beside the navigation. */
const DEFAULT_WIDTH = 6.5;
const WIDE_WIDTH = 12;

export const widthOf = ({ width = DEFAULT_WIDTH, wide }: Column<never>): number => (wide ? WIDE_WIDTH : width);
