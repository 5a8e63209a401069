import { drillCreateSchema } from '@weft/shared/kinds/drills/drill';
import { expect, test } from 'vitest';
import { readForm } from '../../../forms/read-form.js';
import { type DrillForm, drillSchema, emptyDrillForm, requiredOfDrill } from './drill-schema.js';

const id = '8d0d9c77-6d0c-4f5e-9d39-000000000000';
const read = (change: Partial<DrillForm>) => readForm(drillSchema, { ...emptyDrillForm, ...change }, requiredOfDrill);
const scratch: Partial<DrillForm> = { client: id, driveClassId: id };

test('makes requests that the contract accepts, for a scratch volume and for an attached one', () => {
  for (const change of [scratch, { ...scratch, nodeId: id }, { on: 'volume' as const, attachmentId: id }]) {
    const { body, errors } = read(change);
    expect(errors).toEqual({});
    expect(drillCreateSchema.safeParse(body).success, JSON.stringify(body)).toBe(true);
  }
});

test('confirms a name only for a load that writes', () => {
  const on = { on: 'volume' as const, attachmentId: id, confirmName: 'orders' };
  expect(read(on).body).toMatchObject({ load: true, confirmName: 'orders' });
  expect(read({ ...on, load: false }).body).toEqual({ kind: 'close-path', faultSeconds: 20, attachmentId: id, load: false });
});

test('names what is missing', () => {
  expect(read({}).refusedBecause).toBe('Choose a client, choose a drive class first.');
  expect(read({ on: 'volume' }).refusedBecause).toBe('Choose a volume first.');
});
