import { describe, expect, it } from 'vitest';
import { versionFindings } from './version-finding.js';

const [older, newer, next] = [
  { version: '0.1.0', protocol: 1 },
  { version: '0.1.1', protocol: 1 },
  { version: '0.2.0', protocol: 2 },
];
const alike = { agents: [], nodes: 0 };

describe('versionFindings', () => {
  it('has none while all servers are alike and no agent differs', () => {
    expect(versionFindings({ servers: [newer, newer], ...alike }, 'c')).toEqual([]);
    expect(versionFindings({ servers: [], ...alike }, 'c')).toEqual([]);
  });

  it('names the versions of the servers once each, as information while protocols are the same', () => {
    expect(versionFindings({ servers: [newer, older, newer], ...alike }, 'c')).toMatchObject([
      {
        ...{ severity: 'info', subject: { kind: 'server', id: 'c', name: 'versions' }, what: 'differ' },
        because: 'the servers have different versions: 0.1.0 (protocol 1), 0.1.1 (protocol 1)',
      },
    ]);
  });

  it('warns of another protocol, of a server or of agents', () => {
    expect(versionFindings({ servers: [older, next], ...alike }, 'c')[0]?.severity).toBe('warn');
    expect(versionFindings({ servers: [next], agents: [older, older], nodes: 2 }, 'c')).toMatchObject([
      {
        severity: 'warn',
        because: 'the servers are 0.2.0 (protocol 2); 2 nodes have an agent of another version: 0.1.0 (protocol 1)',
        unblockedBy: 'finishing the upgrade: every server first, then the agents',
      },
    ]);
  });

  it('names a server that does not publish its protocol', () => {
    const [found] = versionFindings({ servers: [newer, { version: '0.0.9' }], ...alike }, 'c');
    expect(found).toMatchObject({ severity: 'info', because: 'the servers have different versions: 0.0.9, 0.1.1 (protocol 1)' });
  });
});
