import { latencyColours, type Theme } from './theme.js';

const series = ['#0f766e', '#b45309', '#2563c9', '#a21caf', '#b42318'];

/** Colours for tests, as in the light theme. */
export const THEME: Theme = {
  text: '#171b20',
  dimmed: '#57606b',
  line: '#e3e7eb',
  body: '#fff',
  sunken: '#f3f5f7',
  control: '#7d8791',
  selected: '#0b6b63',
  tones: { good: '#0a6640', busy: '#1d5bb8', warn: '#8a5300', bad: '#b0143c', idle: '#59636e' },
  series,
  latencies: latencyColours(series),
  font: '"Inter", sans-serif',
};
