import { api } from '../../api/client.js';
import { causeOf } from '../../ui/cause.js';
import { Loaded } from '../../ui/loaded.js';
import { Properties } from '../../ui/properties.js';
import { Status } from '../../ui/status.js';
import { attachmentStatus, pathsText } from '../attachments/attachment-status.js';
import { SelectLink } from './choices.js';

export function AttachmentDetails({ id }: { id: string }) {
  const attachment = api.useQuery('get', '/api/v1/attachments/{id}', { params: { path: { id } } });
  return (
    <Loaded of={attachment} gone="It is detached.">
      {(data) => {
        const status = attachmentStatus(data);
        return (
          <>
            {causeOf(status) ?? <Status tone={status.tone} what={status.what} />}
            <Properties
              items={[
                [
                  'Volume',
                  <SelectLink key="volume" select={`volume:${data.volume.id}`}>
                    {data.volume.name}
                  </SelectLink>,
                ],
                [
                  'Client',
                  <SelectLink key="client" select={`node:${data.node.id}`}>
                    {data.node.name}
                  </SelectLink>,
                ],
                ['Mode', data.mode],
                ['Transport', data.transport],
                ['Paths', pathsText(data)],
              ]}
            />
          </>
        );
      }}
    </Loaded>
  );
}
