import { Checkbox } from '@mantine/core';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { Linked } from '../../../ui/text/linked.js';
import { Message } from '../../../ui/text/message.js';
import { isSentence } from '../../../ui/text/sentence.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { legStatus } from '../leg-status.js';
import { acceptLossSteps } from '../volume-plans.js';
import { acceptLossSchema, noLegsOf } from './legs-schema.js';
import { legsThatMayBeLost } from './volume-refusals.js';

const REQUIRED = { legIds: 'choose the legs to give up' };

/** Requires an explicit acceptance (S4): the user selects the legs and types the volume's name. */
export function AcceptLossDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const accept = api.useMutation('post', '/api/v1/volumes/{id}/accept-loss', { meta: { inline: true } });
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: noLegsOf(volume),
    schema: acceptLossSchema,
    required: REQUIRED,
    error: accept.error,
  });
  const { legIds } = values;
  const params = { path: { id: volume.id }, header: ifMatch(volume) };
  const request = body && apiRequest('post', '/api/v1/volumes/{id}/accept-loss', { params, body });
  return (
    <PlanDialog
      title={`Accept a loss of ${volume.name}`}
      action="Give up these legs"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={refusedBecause}
      pending={accept.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && accept.mutate(request.init)}
      outcome={accept.isSuccess ? { text: `Epoch ${accept.data.epoch} has started without these legs. The volume can be attached.` } : null}
      onClose={onClose}
    >
      <Message tone="warn">
        <p>
          An unreachable leg may have the latest writes. Wait for it if you can: writes that only this leg has are lost to the volume for
          good.
        </p>
      </Message>
      <Checkbox.Group label="Legs to give up" {...field('legIds')}>
        {legsThatMayBeLost(volume).map((leg) => {
          const { what, why } = legStatus(leg, volume);
          return (
            <Checkbox
              key={leg.id}
              size="xs"
              mt={6}
              value={leg.id}
              label={`leg ${leg.index} on ${leg.node.name}, drive ${leg.drive.serial}`}
              description={
                <>
                  {what}
                  {leg.inSync ? ', in sync at the last report' : ''}
                  {isSentence(why) ? (
                    <>
                      : <Linked text={why} />
                    </>
                  ) : null}
                </>
              }
            />
          );
        })}
      </Checkbox.Group>
      {legIds.length > 0 ? <PlanSteps steps={acceptLossSteps(volume, legIds)} /> : null}
      <PlanCommands change={legIds.length > 0 ? { kind: 'volume.accept-loss', volumeId: volume.id, legIds } : null} />
    </PlanDialog>
  );
}
