import { useQueryClient } from '@tanstack/react-query';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { components } from '../../api/schema.js';
import type { Settings } from '../../api/types.js';
import { useBase } from '../../forms/use-base.js';

/** For a dialog that changes one setting: it is sent as a whole, for the version of the settings on screen. */
export function useSettingsUpdate(newest: Settings, onDone: () => void) {
  const client = useQueryClient();
  const update = api.useMutation('patch', '/api/v1/settings', {
    meta: { inline: true },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.lists('settings') });
      onDone();
    },
  });
  const base = useBase(newest, update.error, update.reset);
  const requestOf = (body: components['schemas']['SettingsUpdate']) =>
    apiRequest('patch', '/api/v1/settings', { params: { header: ifMatch(base) }, body });
  return { update, base, requestOf };
}
