import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { components } from '../../api/schema.js';
import { ActionButton } from '../../ui/actions/action-button.js';
import { Loaded } from '../../ui/loaded.js';
import { notify } from '../../ui/notices-store.js';
import { Properties } from '../../ui/properties.js';
import { Ago } from '../../ui/time/time.js';
import { ProofForm } from './proof-form.js';
import { NewRecoveryCodes } from './recovery-codes.js';
import { RemoveSecurityKey, type SecurityKey, SecurityKeyList } from './security-key-list.js';
import { SecurityKeySetUp } from './security-key-set-up.js';
import { TotpSetUp } from './totp-set-up.js';

const HIDDEN = { body: { currentPassword: '…', code: '…' } };
const REMOVE_SHOWN = apiRequest('post', '/api/v1/session/totp/remove', HIDDEN);
const RENEW_SHOWN = apiRequest('post', '/api/v1/session/recovery-codes', HIDDEN);
/** Below this number the page recommends new codes. */
const FEW_CODES = 4;

type Open = 'set-up' | 'remove' | 'renew' | 'add-key' | { remove: SecurityKey } | null;

/** Second factors of the logged-in user. */
export function SecondFactors() {
  const client = useQueryClient();
  const own = api.useQuery('get', '/api/v1/session/second-factors');
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const done = () => {
    close();
    void client.invalidateQueries({ queryKey: queryKeys.secondFactors });
    void client.invalidateQueries({ queryKey: queryKeys.session });
  };
  if (open === 'set-up') return <TotpSetUp onDone={done} onCancel={close} />;
  if (open === 'remove') return <RemoveTotp onDone={done} onCancel={close} />;
  if (open === 'renew') return <RenewCodes onDone={done} onCancel={close} />;
  if (open === 'add-key') return <SecurityKeySetUp onDone={done} onCancel={close} />;
  if (open !== null) return <RemoveSecurityKey of={open.remove} onDone={done} onCancel={close} />;
  return (
    <Loaded of={own} gone="There are no second factors of this user.">
      {(factors) => <Overview of={factors} onOpen={setOpen} />}
    </Loaded>
  );
}

function Overview({ of, onOpen }: { of: components['schemas']['OwnSecondFactors']; onOpen: (open: Open) => void }) {
  const { totp, securityKeys, recoveryCodesLeft, required } = of;
  const hasFactor = totp !== null || securityKeys.length > 0;
  return (
    <div className="stack">
      <Properties
        items={[
          [
            'Authenticator app',
            totp === null ? (
              'none'
            ) : (
              <span key="totp">
                set up <Ago at={totp.since} />
              </span>
            ),
          ],
          [
            'Security keys',
            securityKeys.length === 0 ? (
              'none'
            ) : (
              <SecurityKeyList key="keys" keys={securityKeys} onRemove={(key) => onOpen({ remove: key })} />
            ),
          ],
          ...(hasFactor ? [['Recovery codes left', codesLeft(recoveryCodesLeft)] as const] : []),
          ['Rule of the cluster', required ? 'every local user needs a second factor' : 'optional'],
        ]}
      />
      <div className="row">
        {totp === null ? (
          <ActionButton refusedBecause={null} onClick={() => onOpen('set-up')}>
            Set up an authenticator app…
          </ActionButton>
        ) : (
          <ActionButton refusedBecause={null} onClick={() => onOpen('remove')}>
            Remove the authenticator app…
          </ActionButton>
        )}
        <ActionButton refusedBecause={null} onClick={() => onOpen('add-key')}>
          Add a security key…
        </ActionButton>
        {hasFactor ? (
          <ActionButton refusedBecause={null} onClick={() => onOpen('renew')}>
            New recovery codes…
          </ActionButton>
        ) : null}
      </div>
    </div>
  );
}

const codesLeft = (count: number): string => (count < FEW_CODES ? `${count}: make new ones` : String(count));

interface Change {
  onDone: () => void;
  onCancel: () => void;
}

function RemoveTotp({ onDone, onCancel }: Change) {
  const remove = api.useMutation('post', '/api/v1/session/totp/remove', {
    meta: { inline: true },
    onSuccess: () => {
      notify({ tone: 'done', text: 'Authenticator app removed. Your other sessions have ended.' });
      onDone();
    },
  });
  return (
    <ProofForm
      withCode
      isGrave
      action="Remove the authenticator app"
      pending={remove.isPending}
      error={remove.error}
      shown={REMOVE_SHOWN}
      onSubmit={(body) => remove.mutate({ body })}
      onCancel={onCancel}
    />
  );
}

function RenewCodes({ onDone, onCancel }: Change) {
  const renew = api.useMutation('post', '/api/v1/session/recovery-codes', { meta: { inline: true } });
  if (renew.data) return <NewRecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <ProofForm
      withCode
      action="Make new recovery codes"
      pending={renew.isPending}
      error={renew.error}
      shown={RENEW_SHOWN}
      onSubmit={(body) => renew.mutate({ body })}
      onCancel={onCancel}
    />
  );
}
