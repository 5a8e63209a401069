import { TextInput } from '@mantine/core';
import type { Field } from '../../forms/use-schema-form.js';
import { NodeChecks } from '../node-checks.js';

/** A drive belongs to the class when it matches every filled field; new drives that match join automatically. */
export const SelectorFields = ({ field, nodeIds }: { field: Field; nodeIds: string[] }) => (
  <>
    <TextInput label="Models" description="As reported by drives; separate with commas. Empty: any." {...field('models')} />
    <TextInput label="Smallest size" placeholder="any" {...field('minSize')} />
    <TextInput label="Largest size" placeholder="any" {...field('maxSize')} />
    <TextInput label="Labels of nodes" placeholder="rack=r1" {...field('nodeLabels')} />
    <NodeChecks label="Nodes" description="None selected: any node." {...field('nodeIds')} value={nodeIds} />
  </>
);
