import { EventEmitter } from 'node:events';
import type { HostFacts, PreflightAnswer, Probe } from '@weft/shared/messages/host-facts';
import { describe, expect, it, vi } from 'vitest';
import type { AgentSocket } from '../connection.js';
import { PreflightAnswers } from './preflight-answers.js';

const runId = '00000000-0000-4000-8000-000000000001';
const probe: Probe = { network: 'left', from: '10.10.1.11', to: '10.10.1.12', bytes: 9000 };
const facts = { iommu: 'off' } as HostFacts;

function attended(readFacts: () => Promise<HostFacts>) {
  const server = new EventEmitter();
  const answers: PreflightAnswer[] = [];
  const socket = { on: server.on.bind(server), emit: (_: string, answer: PreflightAnswer) => answers.push(answer) };
  const log = vi.fn();
  const probed = vi.fn(async (each: Probe) => ({ ...each, result: 'passed' as const }));
  new PreflightAnswers({ readFacts, probe: probed }, log).attend(socket as unknown as AgentSocket);
  return { order: (message: unknown) => server.emit('preflight', message), answers, log, probed };
}

describe('PreflightAnswers', () => {
  it('reads and probes once for a run, and sends the same answer again', async () => {
    const read = vi.fn(async () => facts);
    const { order, answers, probed } = attended(read);
    order({ runId, probes: [probe] });
    order({ runId, probes: [probe] });
    await vi.waitFor(() => expect(answers).toEqual([{ runId, facts, probes: [{ ...probe, result: 'passed' }] }]));
    order({ runId, probes: [probe] });
    await vi.waitFor(() => expect(answers).toHaveLength(2));
    expect([read.mock.calls.length, probed.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not answer when reading fails, and tries again at the next order', async () => {
    const read = vi.fn(async () => facts).mockRejectedValueOnce(new Error('EIO'));
    const { order, answers, log } = attended(read);
    order({ runId, probes: [] });
    await vi.waitFor(() => expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('could not be read'), { error: 'EIO' }));
    expect(answers).toEqual([]);
    order({ runId, probes: [] });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
  });

  it('logs an order in an unknown form', () => {
    const { order, log } = attended(async () => facts);
    order({ runId, probes: [{ ...probe, bytes: 1e9 }] });
    expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('unknown form'), expect.anything());
  });
});
