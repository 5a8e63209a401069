import { checkSync } from 'recheck';
import { expect, it } from 'vitest';
import { z } from 'zod';
import * as messages from '../messages/assignment.js';
import * as inventory from '../messages/inventory.js';
import * as report from '../messages/report.js';
import { endpoints } from './endpoints.js';

/** Every pattern in a JSON Schema. */
function patternsIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(patternsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => (name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value)));
}
const asJson = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

it('matches input with patterns of linear time only', () => {
  const bodies = Object.values(endpoints).flatMap((each) => Object.values(each).filter(isSchema));
  const sent = [messages, inventory, report].flatMap((module) => Object.values(module).filter(isSchema));
  const patterns = [...new Set([...bodies, ...sent].flatMap((schema) => patternsIn(asJson(schema))))];
  expect(patterns.length).toBeGreaterThan(10);
  const slow = (pattern: string) => checkSync(pattern, '', { checker: 'automaton', timeout: 10_000 }).status !== 'safe';
  expect(slow('^(a+)+$')).toBe(true);
  expect(patterns.filter(slow)).toEqual([]);
});
