import { expect, test } from 'vitest';
import { fitted, panned, showing, toPlane, zoomed } from './view.js';

const size = { width: 1000, height: 600 };

test('keeps the point under the pointer in place on zoom', () => {
  const view = { x: 10, y: 20, scale: 0.5 };
  const at = { x: 300, y: 200 };
  const next = zoomed(view, 2, at);
  expect(next.scale).toBe(1);
  expect(toPlane(next, at.x, at.y)).toEqual(toPlane(view, at.x, at.y));
});

test('fits the whole picture into view, and limits the zoom of a small one', () => {
  const large = fitted({ x: 0, y: 0, width: 4000, height: 1000 }, size);
  expect(toPlane(large, 0, 0)[0]).toBeLessThanOrEqual(0);
  expect(toPlane(large, 1000, 600)[0]).toBeGreaterThanOrEqual(4000);
  expect(fitted({ x: 0, y: 0, width: 10, height: 10 }, size).scale).toBe(2);
});

test('keeps part of the picture in sight on pan', () => {
  const view = panned({ x: 0, y: 0, scale: 1 }, 100_000, 0, size, { width: 2000, height: 1000 });
  expect(view.x).toBe(80 - size.width);
});

test('keeps the view when a readable object is in sight, and moves to a distant one', () => {
  const view = { x: 0, y: 0, scale: 1 };
  expect(showing({ x: 100, y: 100, width: 10, height: 10 }, view, size)).toBe(view);
  const near = showing({ x: 5000, y: 100, width: 10, height: 10 }, view, size);
  expect(toPlane(near, size.width / 2, 0)[0]).toBeCloseTo(5005);
});
