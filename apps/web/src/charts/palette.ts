/** Colours for a canvas, which cannot use CSS variables: read from the active theme. */
export interface Palette {
  text: string;
  line: string;
  ground: string;
  series: readonly string[];
}

export const SERIES_COLOURS = 5;

export function readPalette(): Palette {
  const styles = getComputedStyle(document.documentElement);
  const read = (name: string) => styles.getPropertyValue(name).trim();
  return {
    text: read('--mantine-color-dimmed'),
    line: read('--weft-line'),
    ground: read('--weft-sunken'),
    series: Array.from({ length: SERIES_COLOURS }, (_, index) => read(`--weft-series-${index + 1}`)),
  };
}
