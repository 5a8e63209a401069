import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { latencyColours } from '../topology/drawing/theme.js';

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const schemes = ['light', 'dark'] as const;
const tones = ['good', 'busy', 'warn', 'bad', 'idle'] as const;
type Colour = [red: number, green: number, blue: number];

/** Colours of a scheme by their name without `--weft-` or `--mantine-color-`. */
function coloursOf(scheme: (typeof schemes)[number]): ReadonlyMap<string, Colour> {
  const block = css.split(`:root[data-mantine-color-scheme="${scheme}"] {`)[1]?.split('}')[0] ?? '';
  const found = [...block.matchAll(/--(?:weft|mantine-color)-([\w-]+): #([0-9a-f]{3,6});/g)];
  return new Map(found.map(([, name = '', hex = '']) => [name, parse(hex)]));
}

function parse(hex: string): Colour {
  const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16) / 255) as Colour;
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
/** Relative luminance (WCAG 2.2). */
const luminance = (colour: Colour) => {
  const [red, green, blue] = colour.map(linear) as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: Colour, other: Colour) => {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
};

/** The colour as a deuteranope sees it, in linear light (Viénot, Brettel and Mollon 1999). */
function deuteranope(colour: Colour): Colour {
  const [red, green, blue] = colour.map(linear) as Colour;
  return [0.29275 * red + 0.70725 * green, 0.29275 * red + 0.70725 * green, -0.02234 * red + 0.02234 * green + blue];
}

/** Distance in CIELAB of two colours in linear light; from about 10 on, adjacent lines are distinguishable. */
function distance(one: Colour, other: Colour): number {
  const lab = ([red, green, blue]: Colour) => {
    const [x, y, z] = [
      (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
      0.2126 * red + 0.7152 * green + 0.0722 * blue,
      (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116)) as Colour;
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  };
  const [from, to] = [lab(one), lab(other)];
  return Math.hypot(...from.map((value, at) => value - (to[at] ?? 0)));
}

describe.each(schemes)('colours of the %s theme', (scheme) => {
  const colours = coloursOf(scheme);
  const of = (name: string): Colour => {
    const colour = colours.get(name);
    if (!colour) throw new Error(`${scheme} has no colour ${name}`);
    return colour;
  };
  const surfaces = ['body', 'ground', 'sunken', 'hover'];

  it.each(['text', 'dimmed', 'anchor', ...tones])('reads %s on every surface (WCAG 2.2, 1.4.3)', (name) => {
    for (const surface of surfaces) expect(contrast(of(name), of(surface)), surface).toBeGreaterThanOrEqual(4.5);
  });

  it.each(tones)('reads %s, text and links on the ground of this state', (tone) => {
    for (const name of [tone, 'text', 'dimmed', 'anchor'])
      expect(contrast(of(name), of(`${tone}-ground`)), name).toBeGreaterThanOrEqual(4.5);
  });

  it('reads the simulated badge on its ground', () => {
    expect(contrast(of('simulated'), of('simulated-ground'))).toBeGreaterThanOrEqual(4.5);
  });

  it('draws lines of charts that a deuteranope distinguishes', () => {
    const series = [1, 2, 3, 4, 5].map((at) => deuteranope(of(`series-${at}`)));
    for (const [at, one] of series.entries())
      for (const other of series.slice(at + 1)) expect(distance(one, other)).toBeGreaterThanOrEqual(10);
  });

  it('colours links by latency so that a deuteranope tells all and unknown ones apart', () => {
    const hex = (name: string) =>
      `#${of(name)
        .map((value) =>
          Math.round(value * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`;
    const steps = latencyColours([hex('series-1'), hex('series-2')]).map((colour) => parse(colour.slice(1)));
    // Failed links are dashed, so their colour may be close.
    expect(steps).toHaveLength(5);
    for (const [at, step] of steps.entries()) {
      for (const surface of ['body', 'sunken']) expect(contrast(step, of(surface)), `${at} on ${surface}`).toBeGreaterThanOrEqual(3);
      for (const other of [...steps.slice(at + 1), of('control-line')])
        expect(distance(deuteranope(step), deuteranope(other)), `${at}`).toBeGreaterThanOrEqual(10);
    }
  });

  it('distinguishes bad and busy from every other state for a deuteranope', () => {
    for (const tone of ['bad', 'busy'] as const)
      for (const other of tones.filter((each) => each !== tone))
        expect(distance(deuteranope(of(tone)), deuteranope(of(other))), `${tone}, ${other}`).toBeGreaterThanOrEqual(10);
  });
});

it('gives each state a shape of its own', () => {
  const marks = readFileSync(new URL('../ui/marks/mark.module.css', import.meta.url), 'utf8');
  const shapes = tones.map((tone) => marks.split(`.mark[data-tone="${tone}"] {`)[1]?.split('}')[0] ?? 'the circle of every mark');
  expect(new Set(shapes).size).toBe(tones.length);
});
