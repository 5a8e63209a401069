import { NativeSelect, TextInput } from '@mantine/core';
import { type FailureDomain, failureDomains, isMirrored } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { useDriveClassChoices } from '../../use-choices.js';
import { hasStripes } from '../protection-words.js';
import { ProtectionChoice } from './protection-choice.js';
import type { VolumeForm, VolumeMeaning } from './volume-form.js';

interface Props {
  form: VolumeForm;
  meaning: VolumeMeaning;
  set: (change: Partial<VolumeForm>) => void;
}

export function VolumeFields({ form, meaning: { spec, errors }, set }: Props) {
  const driveClasses = useDriveClassChoices();
  return (
    <>
      <TextInput
        label="Name"
        description="It never changes: the device is /dev/weft/ and this name."
        required
        value={form.name}
        error={errors.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Size"
        description={spec ? `${formatBytes(spec.sizeBytes)}, ${spec.sizeBytes.toLocaleString('en')} bytes` : 'With its unit: 3.2TiB, 500GB'}
        required
        value={form.size}
        error={errors.size}
        onChange={(event) => set({ size: event.currentTarget.value })}
      />
      <NativeSelect
        label="Drive class"
        required
        value={form.driveClassId}
        data={[{ value: '', label: 'Choose…' }, ...driveClasses]}
        onChange={(event) => set({ driveClassId: event.currentTarget.value })}
      />
      <ProtectionChoice
        value={form.protection}
        failureDomain={form.failureDomain}
        spec={spec}
        onChange={(protection) => set({ protection })}
      />
      {isMirrored(form.protection) ? (
        <NativeSelect
          label="Failure domain"
          description="Mirror sides never share one."
          value={form.failureDomain}
          data={[...failureDomains]}
          onChange={(event) => set({ failureDomain: event.currentTarget.value as FailureDomain })}
        />
      ) : null}
      {hasStripes(form.protection) ? (
        <>
          <TextInput
            label="Stripe width"
            description={form.protection === 'raid10' ? 'Mirror sets; empty: automatic.' : 'Legs; empty: automatic.'}
            value={form.stripeWidth}
            error={errors.stripeWidth}
            onChange={(event) => set({ stripeWidth: event.currentTarget.value })}
          />
          <TextInput
            label="Stripe size"
            description="A power of two, 4 KiB to 16 MiB."
            value={form.stripeSize}
            error={errors.stripeSize}
            onChange={(event) => set({ stripeSize: event.currentTarget.value })}
          />
        </>
      ) : null}
      <TextInput label="Description" value={form.description} onChange={(event) => set({ description: event.currentTarget.value })} />
    </>
  );
}
