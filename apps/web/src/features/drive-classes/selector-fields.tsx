import { TextInput } from '@mantine/core';
import { NodeChecks } from '../node-checks.js';
import type { ClassForm } from './class-form.js';

interface Props {
  form: ClassForm;
  errors: Partial<Record<keyof ClassForm, string>>;
  set: (change: Partial<ClassForm>) => void;
}

/** A drive belongs to the class when it matches every filled field; new drives that match join automatically. */
export function SelectorFields({ form, errors, set }: Props) {
  return (
    <>
      <TextInput
        label="Models"
        description="As drives report them; several with commas. Empty: any."
        value={form.models}
        onChange={(event) => set({ models: event.currentTarget.value })}
      />
      <TextInput
        label="Smallest size"
        placeholder="any"
        value={form.minSize}
        error={errors.minSize}
        onChange={(event) => set({ minSize: event.currentTarget.value })}
      />
      <TextInput
        label="Largest size"
        placeholder="any"
        value={form.maxSize}
        error={errors.maxSize}
        onChange={(event) => set({ maxSize: event.currentTarget.value })}
      />
      <TextInput
        label="Labels of nodes"
        placeholder="rack=r1"
        value={form.nodeLabels}
        error={errors.nodeLabels}
        onChange={(event) => set({ nodeLabels: event.currentTarget.value })}
      />
      <NodeChecks label="Nodes" description="None ticked: any node." value={form.nodeIds} onChange={(nodeIds) => set({ nodeIds })} />
    </>
  );
}
