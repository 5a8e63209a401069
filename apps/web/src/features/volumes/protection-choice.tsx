import { Radio } from '@mantine/core';
import { type FailureDomain, type Protection, protections } from '@weft/shared/kinds/volume';
import { protectionWords } from './protection-words.js';

interface Props {
  value: Protection;
  failureDomain: FailureDomain;
  onChange: (protection: Protection) => void;
}

/** Mirrors first: whoever does not choose should not lose data. */
const ORDER = [...protections].reverse();

export const ProtectionChoice = ({ value, failureDomain, onChange }: Props) => (
  <Radio.Group label="Protection" value={value} onChange={(next) => onChange(next as Protection)}>
    {ORDER.map((protection) => {
      const { cost, layout, survives } = protectionWords[protection];
      return (
        <Radio
          key={protection}
          value={protection}
          size="xs"
          mt={6}
          label={`${protection}, ${cost === 1 ? 'costs its size' : 'costs twice its size'}`}
          description={`${layout} ${survives(failureDomain)}`}
        />
      );
    })}
  </Radio.Group>
);
