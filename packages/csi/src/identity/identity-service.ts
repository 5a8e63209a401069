import { WEFT_VERSION } from '@weft/shared/version';
import type { WeftApi } from '../api/weft-api.js';
import { DRIVER } from '../names.js';
import type { Identity, PluginCapability } from '../proto/messages.js';
import type { Draft, Methods } from '../rpc/server.js';

/** @param api asked by Probe. Absent: the node service, which mounts and unmounts without a server */
export function identityService(withController: boolean, api?: Pick<WeftApi, 'call'>): Methods<Identity> {
  const capabilities: Draft<PluginCapability>[] = [
    ...(withController ? [{ service: { type: 'CONTROLLER_SERVICE' as const } }] : []),
    { service: { type: 'VOLUME_ACCESSIBILITY_CONSTRAINTS' } },
    { volumeExpansion: { type: 'ONLINE' } },
  ];
  return {
    GetPluginInfo: async () => ({ name: DRIVER, vendorVersion: WEFT_VERSION }),
    GetPluginCapabilities: async () => ({ capabilities }),
    Probe: async () => {
      // A refused token or an unreachable server makes the driver unready, with the reason in its log.
      if (api) await api.call('listDriveClasses', { query: { limit: 1 } });
      return { ready: { value: true } };
    },
  };
}
