import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { components } from '../../api/schema.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { notify } from '../../ui/notices-store.js';
import { Ago } from '../../ui/time/time.js';
import { ProofForm } from './proof-form.js';

export type SecurityKey = components['schemas']['SecurityKey'];

export const SecurityKeyList = ({ keys, onRemove }: { keys: readonly SecurityKey[]; onRemove: (key: SecurityKey) => void }) => (
  <ul aria-label="Security keys">
    {keys.map((key) => (
      <li key={key.id} className="row">
        <span>
          {key.name}, added <Ago at={key.createdAt} />,{' '}
          {key.lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <Ago at={key.lastUsedAt} />
            </>
          )}
        </span>
        <ActionButton size="compact-xs" refusedBecause={null} onClick={() => onRemove(key)}>
          {`Remove ${key.name}…`}
        </ActionButton>
      </li>
    ))}
  </ul>
);

interface Props {
  of: SecurityKey;
  onDone: () => void;
  onCancel: () => void;
}

export function RemoveSecurityKey({ of: { id, name }, onDone, onCancel }: Props) {
  const params = { path: { keyId: id } };
  const remove = api.useMutation('post', '/api/v1/session/security-keys/{keyId}/remove', {
    meta: { inline: true },
    onSuccess: () => {
      notify({ tone: 'done', text: `Security key ${name} removed. Your other sessions have ended.` });
      onDone();
    },
  });
  const shown = apiRequest('post', '/api/v1/session/security-keys/{keyId}/remove', { params, body: { currentPassword: '…', code: '…' } });
  return (
    <ProofForm
      withCode
      isGrave
      action={`Remove security key ${name}`}
      pending={remove.isPending}
      error={remove.error}
      shown={shown}
      onSubmit={(body) => remove.mutate({ params, body })}
      onCancel={onCancel}
    />
  );
}
