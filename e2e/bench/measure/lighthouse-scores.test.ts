import { expect, it } from 'vitest';
import { failedAudits, type LighthouseResult, scoresOf, shiftedElements, tableOf } from './lighthouse-scores.js';

const result: LighthouseResult = {
  finalDisplayedUrl: 'http://127.0.0.1/',
  categories: {
    performance: { score: 0.974, auditRefs: [{ id: 'largest-contentful-paint', weight: 25 }] },
    accessibility: {
      score: 0.9,
      auditRefs: [
        { id: 'color-contrast', weight: 7 },
        { id: 'button-name', weight: 10 },
        { id: 'video-caption', weight: 10 },
        { id: 'focus-traps', weight: 0 },
      ],
    },
    'best-practices': { score: 1, auditRefs: [] },
  },
  audits: {
    'largest-contentful-paint': { title: 'Largest paint', score: 0.5, numericValue: 812.4 },
    'cumulative-layout-shift': { title: 'Shift', score: 1, numericValue: 0.0012 },
    'total-blocking-time': { title: 'Blocking', score: 1, numericValue: 35.6 },
    'color-contrast': { title: 'Contrast is too low', score: 0, details: { items: ['p'] } },
    'button-name': { title: 'Buttons have names', score: 1 },
    'video-caption': { title: 'Not applicable', score: null },
    'focus-traps': { title: 'To be looked at by hand', score: 0 },
  },
};

it('reads scores and metrics, and writes them as a row', () => {
  const scores = scoresOf('overview', result);
  expect(scores).toMatchObject({ performance: 97, accessibility: 90, bestPractices: 100, lcpMs: 812.4 });
  expect(tableOf([scores]).split('\n')).toEqual([
    '| page | performance | accessibility | best practices | LCP | CLS | TBT |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    '| overview | 97 | 90 | 100 | 812 ms | 0.001 | 36 ms |',
  ]);
});

it('lists only audits of accessibility and best practices that cost points', () => {
  expect(failedAudits(result)).toEqual(['accessibility: color-contrast: Contrast is too low: {"items":["p"]}']);
});

it('names the elements that moved visibly', () => {
  const items = [{ score: 0.1172, node: { selector: 'main > section' } }, { score: 0.06 }, { score: 0.001, node: { selector: 'p' } }];
  const audits = { ...result.audits, 'layout-shifts': { title: 'Shifts', score: 0, details: { items } } };
  expect(shiftedElements({ ...result, audits })).toEqual([
    'layout shift 0.117: main > section',
    'layout shift 0.060: an element that is gone',
  ]);
  expect(shiftedElements(result)).toEqual([]);
});

it('refuses a result without a score or a metric', () => {
  expect(() => scoresOf('overview', { ...result, audits: {} })).toThrow('no largest-contentful-paint for the page overview');
  const categories = { ...result.categories, performance: { score: null, auditRefs: [] } };
  expect(() => scoresOf('overview', { ...result, categories })).toThrow('no performance');
});
