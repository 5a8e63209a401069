import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Options of a dialog's request: when it has succeeded, the dialog closes, and these queries are read again. For kinds that live messages do not cover. */
export function useClosingOptions(onClose: () => void, ...changed: readonly QueryKey[]) {
  const client = useQueryClient();
  return {
    meta: { inline: true },
    onSuccess: () => {
      for (const queryKey of changed) void client.invalidateQueries({ queryKey });
      onClose();
    },
  };
}
