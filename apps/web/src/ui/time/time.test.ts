import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { noteServerTime } from '../../api/server-clock.js';
import { Ago, FromNow, Since } from './time.js';

test('shows ages by the server’s clock when the browser’s clock is a day off', () => {
  const server = new Date(Date.now() - 86_400_000);
  noteServerTime(new Headers({ date: server.toUTCString() }));
  const at = new Date(server.getTime() - 125_000).toISOString();
  expect(renderToStaticMarkup(createElement(Ago, { at }))).toContain('>2 min ago<');
  expect(renderToStaticMarkup(createElement(FromNow, { at: new Date(server.getTime() + 3_700_000).toISOString() }))).toContain('>in 1 h<');
  expect(renderToStaticMarkup(createElement(Since, { at: server.toISOString() }))).toMatch(/>\d\d:\d\d</);
});
