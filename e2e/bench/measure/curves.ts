/** Small plots in one SVG: one for each figure, over the number of nodes. Both axes begin at zero, so a line through the origin is a flat cost per node. */
export interface Curve {
  title: string;
  unit: string;
  points: readonly (readonly [nodes: number, value: number])[];
}

const [WIDTH, HEIGHT, COLUMNS] = [320, 200, 3];
const MARGIN = { left: 56, right: 16, top: 32, bottom: 32 };
const COLOUR = '#2563eb';
const GREY = '#6b7280';

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** A long title is smaller, so that it ends before the next plot. */
const FITTING = 36;
const titleSize = (title: string): string => (12 * Math.min(1, FITTING / title.length)).toFixed(1);
const short = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

function plot({ title, unit, points }: Curve, at: number): string {
  const [mostX, mostY] = [0, 1].map((axis) => Math.max(...points.map((point) => point[axis] ?? 0)) || 1) as [number, number];
  const x = (nodes: number) => MARGIN.left + (nodes / mostX) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) => HEIGHT - MARGIN.bottom - (value / mostY) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const places = points.map(([nodes, value]) => [x(nodes), y(value)] as const);
  const axis = `M${x(0)},${y(mostY)} V${y(0)} H${x(mostX)}`;
  return [
    `<g transform="translate(${(at % COLUMNS) * WIDTH} ${Math.floor(at / COLUMNS) * HEIGHT})">`,
    `<text x="${MARGIN.left}" y="18" font-weight="600" font-size="${titleSize(title)}">${text(title)}</text>`,
    `<path d="${axis}" fill="none" stroke="${GREY}"/>`,
    `<path d="M${places.map((place) => place.map((each) => each.toFixed(1)).join(',')).join(' L')}" fill="none" stroke="${COLOUR}" stroke-width="2"/>`,
    ...places.map(([px, py]) => `<circle cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" r="3" fill="${COLOUR}"/>`),
    `<text x="${MARGIN.left - 6}" y="${y(mostY) + 4}" text-anchor="end" fill="${GREY}">${short(mostY)}</text>`,
    `<text x="${MARGIN.left - 6}" y="${y(0) + 4}" text-anchor="end" fill="${GREY}">0 ${text(unit)}</text>`,
    `<text x="${x(mostX)}" y="${HEIGHT - 12}" text-anchor="end" fill="${GREY}">${mostX.toLocaleString('en')} nodes</text>`,
    '</g>',
  ].join('');
}

export function drawCurves(curves: readonly Curve[]): string {
  const rows = Math.max(1, Math.ceil(curves.length / COLUMNS));
  const size = `width="${COLUMNS * WIDTH}" height="${rows * HEIGHT}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12"><title>Figures over the number of nodes</title><rect width="100%" height="100%" fill="#ffffff"/>${curves.map(plot).join('')}</svg>\n`;
}
