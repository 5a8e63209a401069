import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MAX } from '../../../messages/bounded.js';
import { reasonParamsSchema } from '../../../messages/report.js';
import type { Params } from '../../message.js';
import { agentPieces, agentText, isAgentMessage } from '../../rendering/render-agent.js';
import { plainText } from '../../words.js';
import { type AgentCode, agentCatalogue, agentRooms } from './agent-messages.js';

const codes = Object.keys(agentCatalogue) as AgentCode[];
const exampleOf = (code: AgentCode): Params => agentCatalogue[code].example as Params;
const sources = (folder: string): string[] => {
  const root = new URL(`../../../../../../${folder}/`, import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'));
};

describe('catalogue of agents’ reasons', () => {
  it.each(codes)('renders the example of %s identically from fresh and from stored data', (code) => {
    const text = agentText(code, exampleOf(code) as never);
    expect(text).toMatch(/\S/);
    expect(text).not.toMatch(/undefined|null|\[object/);
    expect(text.length).toBeLessThanOrEqual(MAX.message);
    expect(text).not.toMatch(/[.;]$/); // Longer sentences contain it.
    const stored = agentPieces({ code, params: JSON.parse(JSON.stringify(exampleOf(code))) });
    expect(stored && plainText(stored)).toBe(text);
  });

  it.each(codes)('has an example of %s within the bounds of reports', (code) => {
    expect(code.length).toBeLessThanOrEqual(MAX.code);
    expect(reasonParamsSchema.safeParse(exampleOf(code))).toEqual({ success: true, data: exampleOf(code) });
  });

  it('has each code in one room only', () => {
    expect(Object.values(agentRooms).reduce((sum, room) => sum + Object.keys(room).length, 0)).toBe(codes.length);
  });

  it('has no code that no agent reports', () => {
    const agent = [...sources('packages/agent/src'), ...sources('packages/shared/src/messages')].join('\n');
    expect(codes.filter((code) => !agent.includes(`'${code}'`))).toEqual([]);
  });

  it('renders nothing when the code or the data is of another version', () => {
    expect(agentPieces({ code: 'of-a-later-version', params: {} })).toBeNull();
    expect(agentPieces({ code: 'in-service', params: { drive: 'S64GNE0R' } })).toBeNull();
    expect(isAgentMessage({ code: 'in-service', params: { ...exampleOf('in-service'), later: 1 } })).toBe(false);
    expect(isAgentMessage({ code: 'toString', params: {} })).toBe(false);
  });

  it('keeps objects and timestamps separate from the text', () => {
    const drive = { kind: 'drive', id: 'd', name: 'S1' } as const;
    const pieces = agentPieces({ code: 'wipe-expired', params: { drive, notAfter: '2026-11-21T14:16:31.725Z' } });
    expect(pieces).toContainEqual(drive);
    expect(pieces).toContainEqual({ at: '2026-11-21T14:16:31.725Z' });
  });
});
