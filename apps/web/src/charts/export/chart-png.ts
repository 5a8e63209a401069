import { readPalette } from '../palette.js';

interface Texts {
  title: string;
  source: string;
  /** Names of the lines in the order of the palette. A heat map has none. */
  lines: readonly string[];
}

/** CSS pixels. */
const [MARGIN, ROW] = [12, 20];

/**
 * The chart as it is drawn, in the current theme, with title, legend and source.
 * @throws Error when the browser cannot encode the picture
 */
export function chartPng(chart: HTMLCanvasElement, { title, source, lines }: Texts): Promise<Blob> {
  const scale = chart.width / Math.max(1, chart.clientWidth);
  const palette = readPalette();
  const styles = getComputedStyle(document.body);
  const read = (name: string) => styles.getPropertyValue(name).trim();
  const picture = document.createElement('canvas');
  const rows = lines.length > 0 ? 3 : 2;
  picture.width = chart.width + 2 * MARGIN * scale;
  picture.height = chart.height + (2 * MARGIN + rows * ROW) * scale;
  const context = picture.getContext('2d');
  if (!context) throw new Error('this browser has no canvas');
  context.fillStyle = read('--mantine-color-body');
  context.fillRect(0, 0, picture.width, picture.height);
  context.drawImage(chart, MARGIN * scale, (MARGIN + ROW) * scale);
  context.scale(scale, scale);
  context.textBaseline = 'top';
  const text = (content: string, x: number, y: number, font: string, colour: string) => {
    context.font = `${font} ${styles.fontFamily || 'sans-serif'}`;
    context.fillStyle = colour;
    context.fillText(content, x, y);
    return x + context.measureText(content).width;
  };
  text(title, MARGIN, MARGIN, '600 13px', read('--mantine-color-text'));
  const below = MARGIN + ROW + chart.height / scale;
  let x = MARGIN;
  lines.forEach((line, at) => {
    context.fillStyle = palette.series[at] ?? palette.text;
    context.fillRect(x, below + 8, 14, 3);
    x = text(line, x + 20, below + 3, '12px', read('--mantine-color-text')) + 16;
  });
  text(source, MARGIN, below + (rows - 2) * ROW + 3, '11px', palette.text);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser could not encode it'))), 'image/png');
  });
}
