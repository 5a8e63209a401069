import { describe, expect, it } from 'vitest';
import { currentView, viewsIn, withView } from './saved-views.js';

const busy = { name: 'Busy', search: { sort: '-sizeBytes', health: 'degraded' } };
const all = { name: 'All', search: {} };

describe('saved views', () => {
  it('reads what it wrote, and leaves out what is no view', () => {
    expect(viewsIn(JSON.stringify([all, busy]))).toEqual([all, busy]);
    expect(viewsIn(JSON.stringify([{ name: 1, search: {} }, { name: 'x' }, { name: 'y', search: { limit: 5 } }, null, busy]))).toEqual([
      busy,
    ]);
    expect([viewsIn(null), viewsIn(''), viewsIn('{}'), viewsIn('[{')]).toEqual([[], [], [], []]);
  });

  it('keeps one view of a name, in order of names', () => {
    expect(withView([busy], all)).toEqual([all, busy]);
    expect(withView([all, busy], { name: 'Busy', search: {} })).toEqual([all, { name: 'Busy', search: {} }]);
  });

  it('finds the view that the address shows, whatever the order of its parts', () => {
    expect(currentView([all, busy], { health: 'degraded', sort: '-sizeBytes' })).toBe(busy);
    expect(currentView([all, busy], {})).toBe(all);
    expect(currentView([all, busy], { health: 'degraded' })).toBeUndefined();
  });
});
