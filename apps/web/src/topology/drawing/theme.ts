import type { Tone } from '../../ui/marks/mark.js';
import type { Fill } from '../colours.js';

/** Colours for a canvas, which cannot use CSS variables: read from the active theme. */
export interface Theme {
  text: string;
  dimmed: string;
  line: string;
  body: string;
  sunken: string;
  control: string;
  selected: string;
  tones: Record<Tone, string>;
  series: readonly string[];
  /** Colours of links by step of latency. */
  latencies: readonly string[];
  font: string;
}

export function readTheme(): Theme {
  const styles = getComputedStyle(document.documentElement);
  const read = (name: string) => styles.getPropertyValue(name).trim();
  const tone = (name: Tone) => read(`--weft-${name}`);
  const series = [1, 2, 3, 4, 5].map((at) => read(`--weft-series-${at}`));
  return {
    text: read('--mantine-color-text'),
    dimmed: read('--mantine-color-dimmed'),
    line: read('--weft-line'),
    body: read('--mantine-color-body'),
    sunken: read('--weft-sunken'),
    control: read('--weft-control-line'),
    selected: read('--mantine-color-anchor'),
    tones: { good: tone('good'), busy: tone('busy'), warn: tone('warn'), bad: tone('bad'), idle: tone('idle') },
    series,
    latencies: latencyColours(series),
    font: read('--mantine-font-family'),
  };
}

/**
 * Five steps from the first to the second line of charts, teal to amber: each can be read on every surface, and a deuteranope tells neighbours apart
 * (health-colours.test.ts).
 */
export const latencyColours = ([fast = '#000000', slow = '#000000']: readonly string[]): string[] =>
  [0, 1, 2, 3, 4].map((step) => mixed(fast, slow, step / 4));

/** @param one,other `#rrggbb` */
function mixed(one: string, other: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);
  const parts = [0, 1, 2].map((at) => Math.round(channel(one, at) * (1 - share) + channel(other, at) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Colour and opacity. Healthy objects are pale, so that problems stand out. */
export function inkOf(fill: Fill, theme: Theme): { colour: string; alpha: number } {
  if (fill === 'none') return { colour: theme.control, alpha: 0.08 };
  if (fill === 'nothing') return { colour: theme.control, alpha: 0.18 };
  if ('tone' in fill)
    return { colour: theme.tones[fill.tone], alpha: { good: 0.38, idle: 0.22, busy: 0.75, warn: 0.95, bad: 1 }[fill.tone] };
  if ('step' in fill) return { colour: theme.series[0] ?? theme.text, alpha: 0.24 + fill.step * 0.19 };
  return { colour: theme.series[fill.series] ?? theme.text, alpha: fill.weak ? 0.4 : 0.85 };
}
