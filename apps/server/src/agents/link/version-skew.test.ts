import { nodeRef } from '@weft/shared/text/references';
import { AGENT_PROTOCOL, WEFT_VERSION } from '@weft/shared/version';
import { describe, expect, it } from 'vitest';
import { withVersionSkew } from './version-skew.js';

const [at, later] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z'];
const other = { type: 'AgentHealthy', status: 'true' as const, reason: 'reported', message: '', since: at };
const node = nodeRef('t1', 't1');
const own = { version: WEFT_VERSION, protocol: AGENT_PROTOCOL };

describe('withVersionSkew', () => {
  it.each([
    ['version', { ...own, version: '0.0.9' }],
    ['protocol', { ...own, protocol: AGENT_PROTOCOL - 1 }],
  ])('names agent and server while their %s differs, and keeps the time of the first time', (_what, agent) => {
    const first = withVersionSkew([other], { node, agent }, at);
    expect(first).toMatchObject([
      other,
      {
        ...{ type: 'VersionSkewed', status: 'true', reason: 'agent-version-differs', since: at },
        params: { node, agentVersion: agent.version, agentProtocol: agent.protocol, serverVersion: WEFT_VERSION },
      },
    ]);
    expect(withVersionSkew(first, { node, agent }, later)).toEqual(first);
  });

  it('removes the condition once the agent is like its server', () => {
    const skewed = withVersionSkew([other], { node, agent: { ...own, version: '0.0.9' } }, at);
    expect(withVersionSkew(skewed, { node, agent: own }, later)).toEqual([other]);
  });
});
