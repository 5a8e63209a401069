export const colourings = ['health', 'space', 'wear', 'class', 'load', 'latency'] as const;
/** space: allocated share of the capacity for legs. load and latency: over the last half minute. */
export type Colouring = (typeof colourings)[number];
export const DEFAULT_COLOURING = 'health';

/** Search parameters of the picture: selection (`drive:<id>`), search text, colouring, links by their I/O, assumed failures (what-if mode). */
export interface TopologySearch {
  select?: string;
  q?: string;
  colour?: Exclude<Colouring, typeof DEFAULT_COLOURING>;
  flow?: true;
  fail?: string[];
}

const isColour = (value: unknown): value is NonNullable<TopologySearch['colour']> =>
  colourings.some((each) => each === value && each !== DEFAULT_COLOURING);

/** Reads the search parameters. Ignores an invalid value instead of failing. The router returns a numeric search text as a number. */
export const topologySearch = ({ select, q, colour, flow, fail }: Record<string, unknown>): TopologySearch => ({
  ...(typeof select === 'string' && select.includes(':') ? { select } : {}),
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
  ...(isColour(colour) ? { colour } : {}),
  ...(flow === true ? { flow } : {}),
  ...(Array.isArray(fail) ? { fail: fail.filter((key): key is string => typeof key === 'string') } : {}),
});
