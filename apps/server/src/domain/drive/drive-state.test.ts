import { describe, expect, it } from 'vitest';
import { driveState, driveStateFilter, freeBytes, freeBytesExpression } from './drive-state.js';
import { drive, inventory, ORDER, releasing, serving, taking, wiping } from './drives.fixture.js';

const at = (document: object, path: string): unknown =>
  path.split('.').reduce((of: unknown, key) => (of as Record<string, unknown>)[key], document);

/** Whether MongoDB would find the document: the operators that the filters use. */
function matches(document: object, filter: object): boolean {
  return Object.entries(filter).every(([path, wanted]) => {
    if (path === '$nor') return !(wanted as object[]).some((each) => matches(document, each));
    const value = JSON.stringify(at(document, path));
    return wanted !== null && typeof wanted === 'object' && '$ne' in wanted
      ? value !== JSON.stringify(wanted.$ne)
      : value === JSON.stringify(wanted);
  });
}

type Expression = number | string | { [operator: string]: Expression | Expression[] };
/** The value of a MongoDB expression: the operators that `freeBytesExpression` uses. */
function evaluate(document: object, expression: Expression): number {
  if (typeof expression === 'number') return expression;
  if (typeof expression === 'string') return at(document, expression.slice(1)) as number;
  const [[operator, given]] = Object.entries(expression) as [[string, Expression | Expression[]]];
  const values = [given].flat().map((each) => evaluate(document, each));
  const [first = Number.NaN, second = Number.NaN] = values;
  if (operator === '$max') return Math.max(...values);
  if (operator === '$floor') return Math.floor(first);
  if (operator === '$subtract') return first - second;
  if (operator === '$multiply') return first * second;
  return expect.fail(`unknown operator ${operator}`);
}

describe('driveStateFilter', () => {
  const states = ['missing', 'wiping', 'taking', 'in-service', 'releasing', 'available', 'occupied'] as const;
  const withOrder = (of: typeof wiping) => ({ ...of, spec: { ...of.spec, wipe: wiping.spec.wipe } });
  const missing = (of: typeof wiping) => ({ ...of, status: { ...of.status, present: false } });
  const occupied = [{ contents: ['ext4'] }, { inUse: true }, { weftDriveId: ORDER }];
  const drives = [
    ...[drive(), taking, serving, releasing, wiping],
    ...occupied.map((change) => drive({ status: { inventory: { ...inventory, ...change } } })),
  ];

  it('finds every drive in the state that driveState gives it, and in no other', () => {
    const all = drives.flatMap((each) => [each, withOrder(each), missing(each), missing(withOrder(each))]);
    expect(new Set(all.map(driveState))).toEqual(new Set(states));
    for (const each of all) expect(states.filter((state) => matches(each, driveStateFilter(state)))).toEqual([driveState(each)]);
  });
});

describe('freeBytesExpression', () => {
  it('has the value of freeBytes', () => {
    for (const [capacityBytes, allocatedBytes] of [
      [1000, 300],
      [1001, 0],
      [1000, 900],
    ] as const)
      for (const reservedRatio of [0, 0.25])
        expect(evaluate({ status: { capacityBytes, allocatedBytes } }, freeBytesExpression(reservedRatio) as Expression)).toBe(
          freeBytes({ status: { capacityBytes, allocatedBytes } }, reservedRatio),
        );
  });
});
