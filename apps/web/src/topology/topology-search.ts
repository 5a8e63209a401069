export const colourings = ['health', 'space', 'wear', 'class', 'load', 'latency'] as const;
/** space: allocated of what legs can use. load and latency: of the last half minute. */
export type Colouring = (typeof colourings)[number];
export const DEFAULT_COLOURING = 'health';

/** What the address of the picture holds: what is selected (`drive:<id>`), what is looked for, what colours tell. */
export interface TopologySearch {
  select?: string;
  q?: string;
  colour?: Exclude<Colouring, typeof DEFAULT_COLOURING>;
}

const isColour = (value: unknown): value is NonNullable<TopologySearch['colour']> =>
  colourings.some((each) => each === value && each !== DEFAULT_COLOURING);

/** Reads an address: what it cannot mean is left out, never an error. Words that look like a number come as one. */
export const topologySearch = ({ select, q, colour }: Record<string, unknown>): TopologySearch => ({
  ...(typeof select === 'string' && select.includes(':') ? { select } : {}),
  ...((typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {}),
  ...(isColour(colour) ? { colour } : {}),
});
