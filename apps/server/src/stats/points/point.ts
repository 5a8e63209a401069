import type { Observed } from './observed.js';
import type { Series } from './series.js';

/** One object in one step of the finest tier, as this server observed it; other servers add their parts. */
export interface Point {
  series: Series;
  at: number;
  observed: Observed;
}
