import { jsonpath } from 'json-p3';
import { usage } from '../core/failure.js';

/** Evaluates RFC 9535, or kubectl's form of it (`{.items[*].name}`). One result a line; texts without quotes. @throws Failure */
export function jsonPathText(body: unknown, expression: string): string {
  const [, inner = expression] = /^\{(.*)\}$/s.exec(expression.trim()) ?? [];
  const path = inner.startsWith('$') ? inner : `$${inner.startsWith('.') || inner.startsWith('[') ? '' : '.'}${inner}`;
  try {
    const values = jsonpath.query(path, body as never).values();
    return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
  } catch (error) {
    throw usage(`"${expression}" is not a JSONPath: ${(error as Error).message}.`, 'An example: $.items[*].name (RFC 9535).');
  }
}
