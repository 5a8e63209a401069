import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors/domain-error.js';
import { agentRefusals } from '../errors/agent-refusals.js';
import { errorCatalogue } from '../errors/error-catalogue.js';
import { errorParts } from '../errors/error-parts.js';
import type { Params } from '../message.js';
import { messagesPage } from '../rendering/messages-page.js';
import { messageOfError, rendered, said, textOfMessage } from '../rendering/render.js';
import { textOfError } from '../rendering/render-error.js';
import { plainText } from '../words.js';
import { catalogue, type MessageCode, rooms } from './catalogue.js';
import { conditionCatalogue } from './condition-catalogue.js';
import { findingMessages } from './finding-messages.js';
import { stepMessages, wayMessages } from './job-messages.js';
import { reachMessages } from './reach-messages.js';

const root = new URL('../../../../../', import.meta.url);
const codes = Object.keys(catalogue) as MessageCode[];
const exampleOf = (code: MessageCode): Params => catalogue[code].example as Params;

describe('catalogue of messages', () => {
  it.each(codes)('renders the example of %s identically from fresh and from stored data', (code) => {
    const fromStorage = rendered({ code, params: JSON.parse(JSON.stringify(exampleOf(code))) });
    const { message, waitingFor, unblockedBy } = said(code, exampleOf(code) as never);
    const texts = [message, waitingFor, unblockedBy];
    expect([fromStorage?.message, fromStorage?.waitingFor, fromStorage?.unblockedBy].map((each) => each && plainText(each))).toEqual(texts);
    for (const text of texts) expect(text ?? 'absent').toMatch(/\S/);
    expect(texts.join(' ')).not.toMatch(/undefined|\[object/);
  });

  it('has each code in one room only', () => {
    expect(Object.values(rooms).reduce((sum, room) => sum + Object.keys(room).length, 0)).toBe(codes.length);
  });

  it('renders a code that is also one of an error as the error does', () => {
    const shared = codes.filter((code) => code in errorCatalogue || code in errorParts || code in agentRefusals);
    expect(shared.sort()).toEqual(['commands-unknown', 'node-needed', 'nodes-share-no-network', 'service-ids-used-up']);
    for (const code of shared) expect(said(code, exampleOf(code) as never).message).toBe(textOfError({ code, params: exampleOf(code) }));
  });

  it('ends no part of a condition, finding or wait with a full stop: longer sentences contain it', () => {
    const whole = Object.keys(reachMessages); // Errors, which other messages quote in parentheses.
    const parts = Object.keys({ ...conditionCatalogue, ...findingMessages, ...stepMessages, ...wayMessages }) as MessageCode[];
    const texts = parts
      .filter((code) => !whole.includes(code))
      .flatMap((code) => Object.values(rendered({ code, params: exampleOf(code) }) ?? {}).map(plainText));
    expect(texts.filter((text) => /[.;]$/.test(text))).toEqual([]);
  });

  it('has no unused code', () => {
    const sources = ['apps/server/src', 'packages/agent/src']
      .flatMap((folder) => readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(new URL(path, root), 'utf8'))
      .filter((text) => /text\/render|(job|audit)-messages\/|\/finding\.js|\.\/check\.js/.test(text))
      .join('\n');
    expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  });

  it('matches docs/messages.md (npm run generate -w @weft/shared)', () => {
    expect(readFileSync(new URL('docs/messages.md', root), 'utf8')).toBe(messagesPage());
  });
});

describe('rendering', () => {
  const t1 = { kind: 'node' as const, id: 'n1', name: 't1' };

  it('keeps objects and timestamps separate from the text', () => {
    expect(rendered({ code: 'node-silent', params: { node: t1, since: '2026-11-21T14:16:31.725Z' } })?.message).toEqual([
      t1,
      ' has been offline since ',
      { at: '2026-11-21T14:16:31.725Z' },
    ]);
  });

  it('renders nothing when the code or the data is of another version', () => {
    expect(rendered({ code: 'of-a-later-version', params: {} })).toBeNull();
    expect(rendered({ code: 'node-silent', params: { node: 't1' } })).toBeNull();
    expect(rendered({ code: 'legs-described', params: { findings: [{ code: 'of-a-later-version', params: {} }] } })).toBeNull();
  });

  it('inserts an error as its message, and one that is not in the catalogue with its text', () => {
    const known = new DomainError('service-ids-used-up', { target: t1, firstId: 1, lastId: 2 });
    expect(messageOfError(known)).toEqual(known.reason);
    const other = new DomainError('node-not-found', { id: 'n1' });
    expect(textOfMessage(messageOfError(other))).toBe('There is no node n1.');
  });

  it('stores no undefined data, and the code only where it is not the reason', () => {
    expect(said('node-silent', { node: t1, since: undefined })).toEqual({
      reason: 'node-silent',
      params: { node: t1 },
      message: 't1 is offline',
    });
    expect(said('in-use', { client: t1 }, 'path-lost')).toMatchObject({ reason: 'path-lost', code: 'in-use' });
  });
});
