export const colourings = ['health', 'space', 'wear', 'class', 'load', 'latency'] as const;
/** space: allocated share of the capacity for legs. load and latency: over the last half minute. */
export type Colouring = (typeof colourings)[number];
export const DEFAULT_COLOURING = 'health';

export const groupings = ['rack', 'class'] as const;
/** rack: by zone and rack. class: by drive class, then by rack. */
export type Grouping = (typeof groupings)[number];
export const DEFAULT_GROUPING = 'rack';

/** Search parameters of the picture: selection (`drive:<id>`), search text, colouring, grouping by drive class, links by their I/O, assumed failures (what-if mode). */
export interface TopologySearch {
  select?: string;
  q?: string;
  colour?: Exclude<Colouring, typeof DEFAULT_COLOURING>;
  group?: 'class';
  flow?: true;
  fail?: string[];
}

const isColour = (value: unknown): value is NonNullable<TopologySearch['colour']> =>
  colourings.some((each) => each === value && each !== DEFAULT_COLOURING);

/** Reads the search parameters. Ignores an invalid value instead of failing. The router returns a numeric search text as a number. */
export const topologySearch = ({ select, q, colour, group, flow, fail }: Record<string, unknown>): TopologySearch => ({
  ...(typeof select === 'string' && select.includes(':') ? { select } : {}),
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
  ...(isColour(colour) ? { colour } : {}),
  ...(group === 'class' ? { group } : {}),
  ...(flow === true ? { flow } : {}),
  ...(Array.isArray(fail) ? { fail: fail.filter((key): key is string => typeof key === 'string') } : {}),
});
