import { describe, expect, it } from 'vitest';
import type { PreflightFinding } from '../../api/types.js';
import { grouped } from './finding-groups.js';

const finding = (subject: string, severity: PreflightFinding['severity'], result: PreflightFinding['result'] = 'failed') =>
  ({ subject, severity, result, node: subject.startsWith('t') ? { id: subject, name: subject } : null }) as PreflightFinding;

const all = [finding('t10', 'error'), finding('fast', 'warning'), finding('t2', 'advice'), finding('t2', 'error', 'unknown')];
const titles = (by: 'severity' | 'node') => grouped(all, by).map(({ title, findings }) => [title, findings.map(({ subject }) => subject)]);

describe('grouped', () => {
  it('groups by severity, with unchecked ones last', () => {
    expect(titles('severity')).toEqual([
      ['Errors', ['t10']],
      ['Warnings', ['fast']],
      ['Advice', ['t2']],
      ['Not checked', ['t2']],
    ]);
  });
  it('groups by node, with the cluster first and nodes by number', () => {
    expect(titles('node')).toEqual([
      ['Cluster, networks and classes', ['fast']],
      ['t2', ['t2', 't2']],
      ['t10', ['t10']],
    ]);
  });
});
