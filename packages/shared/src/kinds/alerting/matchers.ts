import type { Matcher } from './alert.js';

type Labels = Readonly<Record<string, string>>;

/** Whether `text` equals `pattern`, in which `*` stands for any text. Linear in both lengths: no regular expression of a user runs here. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - at >= last.length && text.endsWith(last);
}

const matches = (labels: Labels, { label, operator, value }: Matcher): boolean =>
  matchesPattern(value, labels[label] ?? '') === (operator === '=');

/** Whether all matchers match. No matchers match everything. Alerts and the selectors of volumes share this grammar. */
export const matchesAll = (labels: Labels, matchers: readonly Matcher[]): boolean => matchers.every((matcher) => matches(labels, matcher));
