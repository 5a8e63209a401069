import { NativeSelect, TextInput } from '@mantine/core';
import { integrities } from '@weft/shared/integrity/integrity-layout';
import { encryptions, failureDomains, isMirrored, isStriped } from '@weft/shared/kinds/volume';
import { provisionings } from '@weft/shared/thin/thin-volume';
import type { VolumeCreate } from '../../../api/types.js';
import type { Field } from '../../../forms/use-schema-form.js';
import { useDriveClassChoices } from '../../use-choices.js';
import { CacheFields } from './cache-fields.js';
import { copiesChoices, stripeSizes, type VolumeForm } from './form/volume-schema.js';
import { IntentChoice } from './intent-choice.js';
import { ProtectionChoice } from './protection-choice.js';
import { SizeField } from './size-field.js';
import { SurvivesChoice } from './survives-choice.js';

interface Props {
  field: Field;
  values: VolumeForm;
  /** The volume as entered so far, if it is valid. */
  spec: VolumeCreate | null;
  onChoose: (change: Partial<VolumeForm>) => void;
}

export function VolumeFields({ field, values, spec, onChoose }: Props) {
  const { protection, failureDomain } = values;
  const driveClasses = useDriveClassChoices();
  return (
    <>
      <IntentChoice values={values} onChoose={onChoose} />
      <SurvivesChoice values={values} onChoose={onChoose} />
      <TextInput label="Name" description="Cannot be changed. Device: /dev/weft/ and this name." required {...field('name')} />
      <NativeSelect label="Drive class" required data={[{ value: '', label: 'Choose…' }, ...driveClasses]} {...field('driveClassId')} />
      <SizeField field={field('size')} values={values} spec={spec} onSize={(size) => onChoose({ size })} />
      <ProtectionChoice field={field('protection')} failureDomain={failureDomain} spec={spec} />
      {isMirrored(protection) ? (
        <>
          <NativeSelect
            label="Copies"
            description="Three survive two losses. Cannot be changed."
            data={[...copiesChoices]}
            {...field('copies')}
          />
          <NativeSelect
            label="Failure domain"
            description="Mirror halves never share one."
            data={[...failureDomains]}
            {...field('failureDomain')}
          />
        </>
      ) : null}
      {isMirrored(protection) ? (
        <NativeSelect
          label="Checksums"
          description="dm-integrity: finds wrong bytes and repairs them. Small writes take two to four times as long. Cannot be changed."
          data={[...integrities]}
          {...field('integrity')}
        />
      ) : null}
      {isStriped(protection) ? (
        <>
          <TextInput
            label="Stripe width"
            description={protection === 'raid10' ? 'Mirror sets; empty: automatic.' : 'Legs; empty: automatic.'}
            {...field('stripeWidth')}
          />
          <TextInput label="Stripe size" description={stripeSizes} {...field('stripeSize')} />
        </>
      ) : null}
      <NativeSelect label="Encryption" description="Cannot be changed." data={[...encryptions]} {...field('encryption')} />
      <NativeSelect
        label="Provisioning"
        description="thin: takes space as it is written, and can have snapshots. Cannot be changed."
        data={[...provisionings]}
        {...field('provisioning')}
      />
      <CacheFields field={field} values={values} />
      <TextInput label="Description" {...field('description')} />
    </>
  );
}
