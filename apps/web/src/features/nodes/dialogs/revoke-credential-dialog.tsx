import { Button } from '@mantine/core';
import { api } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Node } from '../../../api/types.js';
import { ConfirmByTyping } from '../../../forms/confirm-by-typing.js';
import { Dialog, DialogParts, dialogColumn } from '../../../ui/dialog/dialog.js';
import { Copyable } from '../../../ui/text/copyable.js';
import { Time } from '../../../ui/time/time.js';
import { caOption } from './ca-option.js';

/** Revokes the node's credential, then shows the commands for the right machine. The token is stored nowhere else. */
export function RevokeCredentialDialog({ node, onClose }: { node: Node; onClose: () => void }) {
  const revoke = api.useMutation('post', '/api/v1/nodes/{id}/revoke-credential', { meta: { inline: true } });
  const request = apiRequest('post', '/api/v1/nodes/{id}/revoke-credential', { params: { path: { id: node.id } } });
  if (revoke.data)
    return (
      <Dialog onClose={onClose} title={`New credential of ${node.name}`} size="lg">
        <div className={dialogColumn}>
          <DialogParts buttons={<Button onClick={onClose}>Close</Button>}>
            <span>
              The old credential has ended. Run these commands on {node.name} as root. The token works once, for this node only, until{' '}
              <Time at={revoke.data.expiresAt} />. It is not shown again.
            </span>
            <Copyable label="Renew command" text={`weft-agent enroll --renew${caOption(revoke.data)} --token ${revoke.data.token}`} />
            <Copyable label="Restart command" text="systemctl restart weft-agent" />
          </DialogParts>
        </div>
      </Dialog>
    );
  return (
    <ConfirmByTyping
      title={`Revoke the credential of ${node.name}`}
      wanted={node.name}
      wantedLabel="Type the node’s name"
      action="Revoke"
      pending={revoke.isPending}
      error={revoke.error}
      request={request}
      onConfirm={() => revoke.mutate(request.init)}
      onClose={onClose}
    >
      Its agent is disconnected at once. Running I/O continues, and drives, legs and attachments stay. The node reconnects after it is
      enrolled again with the token that follows.
    </ConfirmByTyping>
  );
}
