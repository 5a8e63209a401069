import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Linked } from './linked.js';
import { reasonSentence, type Sentence } from './sentence.js';

const shown = (text: Sentence): string => renderToStaticMarkup(createElement(Linked, { text }));

test('shows plain text as it is, without a search for names or timestamps', () => {
  expect(shown('leg 0 on t1 since 2026-11-21T14:16:31.725Z')).toBe('leg 0 on t1 since 2026-11-21T14:16:31.725Z');
});

test('shows a leg as text, because it has no page, and a timestamp as an element', () => {
  expect(shown(['leg ', { kind: 'leg', id: 'l', name: '0' }])).toBe('leg 0');
  expect(shown([{ at: '2026-11-21T14:16:31.725Z' }])).toContain('<time');
});

test('shows the text of an agent until the sentences of agents are loaded', () => {
  const reason = {
    code: 'in-service',
    params: { drive: { kind: 'drive' as const, id: 'd', name: 'S1' } },
    message: 'drive S1 is in service',
  };
  const { params: _, ...older } = reason;
  expect(reasonSentence(reason)).toEqual([{ quote: reason.message, report: { code: reason.code, params: reason.params } }]);
  expect(
    [shown(reasonSentence(reason)), shown(reasonSentence(older))].map((text) => text.replace(/<!--.*?-->|<template.*?<\/template>/g, '')),
  ).toEqual(['drive S1 is in service', 'drive S1 is in service']);
});
