import type { Volume } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { WrongConditions } from '../../conditions.js';
import { isSound } from '../leg-status.js';
import { LegObservations } from './leg-observations-table.js';
import { conditionsOf } from './volume-history.js';

/** What is not as desired: the observations of such legs, and such conditions. The tabs have the rest. */
export function Trouble({ volume }: { volume: Volume }) {
  const legs = volume.legs.filter((leg) => !isSound(leg));
  return (
    <>
      {legs.length > 0 ? (
        <Section title="Legs that need attention">
          <LegObservations volume={{ ...volume, legs }} />
        </Section>
      ) : null}
      <WrongConditions of={conditionsOf(volume)} />
    </>
  );
}
