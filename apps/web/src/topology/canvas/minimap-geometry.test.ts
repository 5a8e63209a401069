import { describe, expect, it } from 'vitest';
import { fitted } from '../drawing/view.js';
import { centredAt, isLarger, miniOf, windowOn } from './minimap-geometry.js';

const size = { width: 1000, height: 600 };
const picture = { width: 4000, height: 2000 };
const mini = miniOf(picture);

describe('minimap', () => {
  it('has the shape of the picture, within its limits', () => {
    expect(mini).toEqual({ scale: 0.045, width: 180, height: 90 });
    expect(miniOf({ width: 100, height: 5000 })).toMatchObject({ height: 130 });
  });

  it('is needed only while some of the picture is out of sight', () => {
    expect(isLarger(picture, fitted({ x: 0, y: 0, ...picture }, size), size)).toBe(false);
    for (const view of [
      { x: 0, y: 0, scale: 1 },
      { x: 3500, y: 1800, scale: 1 },
      { x: -10, y: -10, scale: 0.3 },
    ])
      expect(isLarger(picture, view, size), JSON.stringify(view)).toBe(true);
  });

  it('marks the visible window, cut at the edges of the picture', () => {
    expect(windowOn(mini, { x: 1000, y: 500, scale: 1 }, size)).toEqual({ x: 45, y: 22.5, width: 45, height: 27 });
    expect(windowOn(mini, { x: -500, y: 1700, scale: 1 }, size)).toEqual({ x: 0, y: 76.5, width: 22.5, height: 13.5 });
  });

  it('moves the window to a point, and keeps some of the picture in sight', () => {
    const view = centredAt({ x: 90, y: 45 }, mini, { x: 0, y: 0, scale: 2 }, size, picture);
    expect(view).toEqual({ scale: 2, x: 2000 - 250, y: 1000 - 150 });
    expect(centredAt({ x: 9000, y: 45 }, mini, view, size, picture).x).toBe(4000 - 40);
  });
});
