import { DEFAULT_COPIES } from '../../mirror-sets.js';
import { drive0, t1 } from '../examples.js';
import { bytes, count, messages, texts, word, yes } from '../field.js';
import type { Message } from '../message.js';
import { words } from '../words.js';
import { error } from './entry/error-entry.js';
import { bytesText, neededText, notCountedText, plural, some } from './phrases.js';

const cordoned: Message = {
  code: 'drives-cordoned',
  params: { count: 1, drives: [{ code: 'drive-of-node', params: { drive: drive0, node: t1 } }] },
};

const unlabelledText = (nodeNames: readonly string[], label: string) =>
  nodeNames.length === 0
    ? words``
    : words` ${nodeNames.length === 1 ? 'Node' : 'Nodes'} ${some(nodeNames)} ${nodeNames.length === 1 ? 'has' : 'have'} no label "${label}" and cannot be used: set it.`;

interface Mirror {
  protection: string;
  copies: number;
  mirrorSets: number;
  failureDomain: string;
}
const mirrorNeeds = ({ protection, copies, mirrorSets, failureDomain }: Mirror): string =>
  `${protection} with ${copiesText(copies)}${plural(mirrorSets, 'mirror set')} needs ${copies * mirrorSets} drives, at most ${mirrorSets} of one ${failureDomain}`;
const copiesText = (copies: number): string => (copies === DEFAULT_COPIES ? '' : `${copies} copies and `);
const fewerText = (copies: number): string => (copies === DEFAULT_COPIES ? '' : `, or choose ${copies - 1} copies`);

const mirrored = { className: word, protection: word, copies: count, failureDomain: word, unlabelledNodes: texts, notCounted: messages };
const plain = { className: word, protection: word, notCounted: messages };

/* Errors of the placement of legs: what is short, and where. */
export const placementErrors = {
  'mirrors-need-domains': error(
    'insufficient-failure-domains',
    { ...mirrored, domains: texts },
    ({ className, protection, copies, failureDomain, domains, unlabelledNodes, notCounted }) =>
      words`Class ${className} has ${plural(domains.length, 'failure domain')} (${failureDomain}${domains.map((each) => ` ${each}`).join(',')}), ${protection}${copies === DEFAULT_COPIES ? '' : ` with ${copies} copies`} needs at least ${copies}.${unlabelledText(unlabelledNodes, failureDomain)}${notCountedText(notCounted)} Take drives of another ${failureDomain} into service, or choose another failure domain${fewerText(copies)}.`,
    { className: 'fast', protection: 'raid1', copies: 2, failureDomain: 'rack', domains: ['r1'], unlabelledNodes: ['t3'], notCounted: [] },
  ),
  'mirrors-need-drives': error(
    'insufficient-drives',
    { ...mirrored, mirrorSets: count, usableDrives: count, domains: messages },
    ({ className, usableDrives, domains, unlabelledNodes, notCounted, failureDomain, ...mirror }) =>
      words`Class ${className}: ${mirrorNeeds({ failureDomain, ...mirror })}, and ${usableDrives} count: ${some(domains)}.${unlabelledText(unlabelledNodes, failureDomain)}${notCountedText(notCounted)} Choose a smaller stripeWidth, or take more drives into service.`,
    {
      ...{ className: 'fast', protection: 'raid10', copies: 2, failureDomain: 'rack', mirrorSets: 2, usableDrives: 3, notCounted: [] },
      ...{ domains: [{ code: 'domain-drives', params: { domain: 'r1', drives: 1 } }], unlabelledNodes: [] },
    },
  ),
  'mirrors-need-space': error(
    'insufficient-space',
    { ...mirrored, mirrorSets: count, neededBytes: bytes, domainCount: count, domains: messages },
    ({ className, neededBytes, domainCount, domains, unlabelledNodes, notCounted, failureDomain, ...mirror }) =>
      words`Class ${className} has ${plural(domainCount, 'failure domain')}; ${mirrorNeeds({ failureDomain, ...mirror })}, with ${neededText(neededBytes)} free each: ${some(domains)}.${unlabelledText(unlabelledNodes, failureDomain)}${notCountedText(notCounted)} Choose a smaller size, or free or add space${fewerText(mirror.copies)}.`,
    {
      ...{ className: 'fast', protection: 'raid1', copies: 2, failureDomain: 'rack', mirrorSets: 1, neededBytes: 2 ** 31, domainCount: 2 },
      ...{
        domains: [{ code: 'domain-space', params: { domain: 'r1', fittingDrives: 0, neededDrives: 1, freeBytes: 2 ** 30 } }],
        unlabelledNodes: [],
        notCounted: [cordoned],
      },
    },
  ),
  'legs-need-drives': error(
    'insufficient-drives',
    { ...plain, drives: count, neededDrives: count, widthRequested: yes },
    ({ className, protection, drives, neededDrives, widthRequested, notCounted }) =>
      words`Class ${className} has ${plural(drives, 'drive')} in service, ${protection} needs ${neededDrives === 1 ? 'at least 1' : `${neededDrives}, one for each leg`}.${notCountedText(notCounted)} Take more drives into service${widthRequested ? ', or choose a smaller stripeWidth' : ''}.`,
    { className: 'fast', protection: 'raid0', drives: 1, neededDrives: 2, widthRequested: false, notCounted: [] },
  ),
  'concatenation-needs-space': error(
    'insufficient-space',
    { ...plain, drives: count, freeBytes: bytes, neededBytes: bytes },
    ({ className, protection, drives, freeBytes, neededBytes, notCounted }) =>
      words`Class ${className} has ${bytesText(freeBytes)} free on ${plural(drives, 'drive')}, ${protection} needs ${neededText(neededBytes)}.${notCountedText(notCounted)} Choose a smaller size, or free or add space.`,
    { className: 'fast', protection: 'concatenated', drives: 3, freeBytes: 2 ** 30, neededBytes: 2 ** 31, notCounted: [] },
  ),
  'legs-need-space': error(
    'insufficient-space',
    { ...plain, legs: count, drives: count, fittingDrives: count, neededBytes: bytes, nodes: messages },
    ({ className, protection, legs, drives, fittingDrives, neededBytes, nodes, notCounted }) =>
      words`Class ${className}: ${protection} over ${legs} legs needs ${legs} drives with ${neededText(neededBytes)} free each, and ${fittingDrives} of ${drives} have it: ${some(nodes)}.${notCountedText(notCounted)} Choose a smaller size, or free or add space.`,
    {
      ...{ className: 'fast', protection: 'raid0', legs: 2, drives: 3, fittingDrives: 1, neededBytes: 2 ** 31, notCounted: [] },
      nodes: [{ code: 'node-space', params: { nodeName: 't1', freeBytes: 2 ** 30 } }],
    },
  ),
};
