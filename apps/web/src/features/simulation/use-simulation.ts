import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { Simulation, SimulationFault } from '../../api/types.js';

/** Flaps end by themselves, and other people inject faults too. */
const REREAD_MS = 5000;

export const useSimulation = (wanted = true) =>
  api.useQuery('get', '/api/v1/simulation', undefined, { refetchInterval: REREAD_MS, enabled: wanted });

export const faultRequest = (fault: SimulationFault) => apiRequest('post', '/api/v1/simulation/faults', { body: fault });

/** Sends faults one after the other, and keeps the last one for its curl command. */
export function useFaults() {
  const cache = useQueryClient();
  const [last, setLast] = useState<SimulationFault | null>(null);
  const { mutateAsync, isPending } = api.useMutation('post', '/api/v1/simulation/faults', {
    onSuccess: (state: Simulation) => cache.setQueryData(queryKeys.simulation, state),
  });
  const send = async (faults: readonly SimulationFault[]) => {
    for (const fault of faults) {
      setLast(fault);
      await mutateAsync(faultRequest(fault).init);
    }
  };
  // A refused fault is shown as a notice, and the faults after it are not sent.
  return { last, isPending, inject: (...faults: SimulationFault[]) => void send(faults).catch(() => undefined) };
}
