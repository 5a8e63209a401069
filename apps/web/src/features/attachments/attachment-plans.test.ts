import { expect, test } from 'vitest';
import type { Attachment, Volume } from '../../api/types.js';
import { textOf } from '../../ui/text/sentence.js';
import { attachSteps, detachSteps } from './attachment-plans.js';

const leg = (index: number, node: string) => ({ index, node: { id: node, name: node } });
const volume = { name: 'orders', legs: [leg(3, 't1'), leg(1, 't2'), leg(0, 't1')] } as unknown as Volume;

test('plans an attach: each target exports its own legs, then the client connects to them', () => {
  expect(attachSteps(volume, { id: 'c', name: 'c1' }, 'rdma').map(({ node, what }) => `${node?.name}: ${textOf(what)}`)).toEqual([
    't1: exports legs 0, 3 to c1 alone, over RDMA',
    't2: exports leg 1 to c1 alone, over RDMA',
    expect.stringMatching(/^c1: connects to them .* \/dev\/weft\/orders$/),
  ]);
});

test('plans a detach: the client first, then each target once', () => {
  const paths = ['t2', 't1', 't2'].map((node) => ({ node }));
  const attachment = { node: { id: 'c', name: 'c1' }, volume: { id: 'v', name: 'orders' }, device: null, paths } as unknown as Attachment;
  expect(detachSteps(attachment).map(({ node }) => node?.name)).toEqual(['c1', 't1', 't2']);
});
