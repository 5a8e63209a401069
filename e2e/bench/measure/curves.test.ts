import { expect, test } from 'vitest';
import { drawCurves } from './curves.js';

test('each figure is a plot from zero, with its largest value, and with no markup from its title', () => {
  const svg = drawCurves([
    {
      title: 'memory <server>',
      unit: 'MiB',
      points: [
        [1000, 50],
        [2000, 200],
      ],
    },
    {
      title: 'idle',
      unit: '%',
      points: [
        [1000, 0],
        [2000, 0],
      ],
    },
  ]);
  expect(svg).toContain('memory &lt;server>');
  expect(svg.match(/<circle/g)).toHaveLength(4);
  expect(svg).toContain('>200<');
  expect(svg).toContain('2,000 nodes');
  expect(svg).not.toContain('NaN');
});
