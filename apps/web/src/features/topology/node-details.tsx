import { api } from '../../api/client.js';
import { paths } from '../../paths/paths.js';
import type { Fabric } from '../../topology/fabric.js';
import { nicKey } from '../../topology/layout.js';
import { nicState, nodeState } from '../../topology/states.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { TextLink } from '../../ui/text/links.js';
import { nodeStatus } from '../nodes/node-status.js';
import { Choices } from './choices.js';
import { counted } from './counted.js';
import { DependentsView, OFTEN } from './dependents-view.js';

export function NodeDetails({ fabric, id }: { fabric: Fabric; id: string }) {
  const node = api.useQuery('get', '/api/v1/nodes/{id}', { params: { path: { id } } });
  const dependents = api.useQuery('get', '/api/v1/nodes/{id}/dependents', { params: { path: { id } } }, OFTEN);
  const drawn = fabric.nodes.get(id);
  const attachments = fabric.attachmentsOf.get(id) ?? [];
  return (
    <>
      <Loaded of={node} gone="The node no longer exists.">
        {(data) => {
          const status = nodeStatus(data);
          return causeOf(status) ?? <Status tone={status.tone} what={status.what} />;
        }}
      </Loaded>
      <Properties
        items={[
          ['Zone', drawn?.zone],
          ['Rack', drawn?.rack],
          [
            'Drives',
            <TextLink key="drives" {...paths.drives({ nodeId: id })}>
              {counted((fabric.drivesOf.get(id) ?? []).map(({ state }) => state))}
            </TextLink>,
          ],
        ]}
      />
      <Choices
        title="NICs"
        items={(drawn?.nics ?? []).map((nic) => ({
          key: nicKey(id, nic.name),
          label: `${nic.name}, ${nic.address} on ${nic.storageNetwork}`,
          state: nicState(nic, drawn),
        }))}
      />
      <Choices
        title="Volumes attached here"
        items={attachments.map((each) => ({ key: `attachment:${each.id}`, label: fabric.volumes.get(each.volumeId)?.name ?? '' }))}
      />
      <DependentsView of={dependents} isLost={drawn !== undefined && nodeState(drawn).what === 'lost'} />
    </>
  );
}
