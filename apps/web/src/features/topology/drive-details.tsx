import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { Fabric } from '../../topology/fabric.js';
import { volumeState } from '../../topology/states.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { driveStatus } from '../drives/drive-status.js';
import { useLostNodes } from '../drives/use-lost-nodes.js';
import { Choices, SelectLink } from './choices.js';
import { DependentsView, OFTEN } from './dependents-view.js';

export function DriveDetails({ fabric, id }: { fabric: Fabric; id: string }) {
  const drive = api.useQuery('get', '/api/v1/drives/{id}', { params: { path: { id } } });
  const dependents = api.useQuery('get', '/api/v1/drives/{id}/dependents', { params: { path: { id } } }, OFTEN);
  const drawn = fabric.drives.get(id);
  const lost = useLostNodes();
  const classes = (drawn?.classes ?? []).map((index) => fabric.topology.driveClasses[index]?.name);
  return (
    <>
      <Loaded of={drive} gone="The drive no longer exists.">
        {(data) => {
          const status = driveStatus(data, lost);
          return (
            <>
              {causeOf(status) ?? <Status tone={status.tone} what={status.what} />}
              <Properties
                items={[
                  [
                    'Node',
                    <SelectLink key="node" select={`node:${data.node.id}`}>
                      {data.node.name}
                    </SelectLink>,
                  ],
                  ['Model', data.model],
                  ['Size', formatBytes(data.sizeBytes)],
                  ['Allocated', data.state === 'in-service' ? formatBytes(data.allocatedBytes) : null],
                  ['Used up', data.smart?.percentageUsed == null ? null : `${data.smart.percentageUsed} %`],
                  ['Classes', classes.join(', ') || 'none'],
                ]}
              />
            </>
          );
        }}
      </Loaded>
      <Choices
        title="Volumes with a leg on it"
        items={(fabric.volumesOn.get(id) ?? []).map((volume) => ({
          key: `volume:${volume.id}`,
          label: volume.name,
          state: volumeState(volume),
        }))}
      />
      <DependentsView of={dependents} isLost={drawn?.state === 'missing'} />
    </>
  );
}
