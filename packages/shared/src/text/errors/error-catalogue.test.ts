import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors/domain-error.js';
import { type Field, fits } from '../field.js';
import type { Message, Params } from '../message.js';
import { refusalMessage, textOfError } from '../rendering/render-error.js';
import { agentRefusals, type RefusalReason } from './agent-refusals.js';
import { ERROR_STATUS } from './entry/error-status.js';
import { type ErrorReason, errorCatalogue, errorRooms } from './error-catalogue.js';
import { errorParts } from './error-parts.js';

const root = new URL('../../../../../', import.meta.url);
const refusals = Object.keys(agentRefusals) as RefusalReason[];
const reasons = Object.keys(errorCatalogue) as ErrorReason[];
const exampleOf = (reason: ErrorReason): Params => errorCatalogue[reason].example as Params;

const sources = readdirSync(new URL('apps/server/src', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(new URL(`apps/server/src/${path}`, root), 'utf8'));

/** Codes of the messages inside the data. */
const codesIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'code' in value && 'params' in value ? [String((value as Message).code)] : [];
  return [...own, ...Object.values(value).flatMap(codesIn)];
};

describe('catalogue of errors', () => {
  it.each(reasons)('renders the example of %s identically from fresh and from sent data', (reason) => {
    const error = new DomainError(reason, exampleOf(reason) as never);
    expect(fits(errorCatalogue[reason].params as Record<string, Field<unknown>>, error.reason.params)).toBe(true);
    expect(textOfError(JSON.parse(JSON.stringify(error.reason)))).toBe(error.message);
    expect(error.message).not.toMatch(/undefined|\[object| {2}|\.\./);
    expect(error.status).toBe(ERROR_STATUS[error.code]);
    for (const code of codesIn(error.reason.params)) expect(error.message).not.toContain(code);
  });

  it.each(refusals)('renders the example of the refusal %s', (refusal) => {
    const { params, example } = agentRefusals[refusal];
    const message = refusalMessage(refusal, example as never);
    expect(fits(params as Record<string, Field<unknown>>, message.params)).toBe(true);
    expect(textOfError(message)).toMatch(/^\S/);
    expect(textOfError(message)).not.toMatch(/undefined|\[object| {2}|\.\./);
  });

  it('writes whole sentences', () => {
    const withoutEnd = reasons.filter((reason) => !/^\S.*[.]$|: [^:]+$/.test(textOfError({ code: reason, params: exampleOf(reason) })));
    expect(withoutEnd).toEqual([]);
  });

  it('has each reason in one room only', () => {
    expect(Object.values(errorRooms).reduce((sum, room) => sum + Object.keys(room).length, 0)).toBe(reasons.length);
  });

  it('has no reason and no part that the server does not use', () => {
    const throwing = sources.join('\n');
    expect([...reasons, ...refusals, ...Object.keys(errorParts)].filter((code) => !throwing.includes(`'${code}'`))).toEqual([]);
  });

  it('has each code once, among errors, refusals and parts', () => {
    const all = [...reasons, ...refusals, ...Object.keys(errorParts)];
    expect(all.filter((code, at) => all.indexOf(code) !== at)).toEqual([]);
  });
});
