import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parameterSchemas, readParameters } from './parameters.js';

describe('readParameters', () => {
  it('reads numbers and enums, and turns the metadata of a claim into labels', () => {
    expect(
      readParameters({
        ...{
          class: 'fast',
          protection: 'raid10',
          stripeWidth: '4',
          stripeSizeBytes: '131072',
          transport: 'tcp',
          encryption: 'aes-xts-256',
        },
        ...{ 'csi.storage.k8s.io/pvc/name': 'data', 'csi.storage.k8s.io/pvc/namespace': 'shop' },
      }),
    ).toEqual({
      ...{ className: 'fast', transport: 'tcp', labels: { 'kubernetes-claim': 'data', 'kubernetes-namespace': 'shop' } },
      spec: { protection: 'raid10', stripeWidth: 4, stripeSizeBytes: 131072, encryption: 'aes-xts-256' },
    });
  });

  it('makes one policy of the parameters of a cache', () => {
    const policy = { mode: 'write-back', bytesPerLeg: null, percentOfLeg: 10, acceptsLoss: true };
    const given = { provisioning: 'thick', cacheMode: 'write-back', cachePercentOfLeg: '10', cacheAcceptsLoss: 'true' };
    expect(readParameters(given).spec).toEqual({ provisioning: 'thick', cache: policy });
    expect(readParameters({ cacheMode: 'write-through', cacheBytesPerLeg: '4194304' }).spec).toEqual({
      cache: { mode: 'write-through', bytesPerLeg: 4_194_304, percentOfLeg: null, acceptsLoss: false },
    });
    expect(readParameters({ provisioning: 'thin' }).spec).toEqual({ provisioning: 'thin' });
  });

  it.each([
    [{ cachePercentOfLeg: '10' }, 'need cacheMode'],
    [{ cacheMode: 'off' }, 'cacheMode cannot be "off"'],
    [{ cacheMode: 'write-back', cacheAcceptsLoss: 'yes' }, 'cacheAcceptsLoss cannot be "yes"'],
    [{ provisioning: 'sparse' }, 'provisioning cannot be "sparse"'],
    [{ colour: 'red' }, 'There is no parameter "colour"'],
    [{ protection: 'raid7' }, 'protection cannot be "raid7"'],
    [{ copies: '4' }, 'copies cannot be "4"'],
    [{ stripeWidth: 'four' }, 'must be a whole number'],
    [{ stripeWidth: '65' }, 'stripeWidth cannot be "65"'],
    [{ stripeSizeBytes: '100000' }, 'must be a power of two'],
  ])('refuses %o, and tells what is allowed', (given, message) => {
    expect(() => readParameters(given as Record<string, string>)).toThrow(message);
  });

  it('has the parameters that docs/kubernetes.md lists', () => {
    const page = readFileSync(new URL('../../../../docs/kubernetes.md', import.meta.url), 'utf8');
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(Object.keys(parameterSchemas));
  });
});
