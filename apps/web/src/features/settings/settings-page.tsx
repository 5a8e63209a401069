import { api } from '../../api/client.js';
import type { Settings } from '../../api/types.js';
import { PlainTable } from '../../table/plain-table.js';
import { Loaded } from '../../ui/loaded.js';
import { Empty } from '../../ui/message.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { useUser } from '../session/use-session.js';
import { PasswordForm } from './password-form.js';
import { StorageNetworkForm } from './storage-network-form.js';

export function SettingsPage() {
  const { name } = useUser();
  const settings = api.useQuery('get', '/api/v1/settings');
  return (
    <Page title="Settings">
      <Loaded of={settings} gone="This cluster has no settings yet.">
        {(data) => <ClusterSettings settings={data} />}
      </Loaded>
      <Section title={`Password of ${name}`}>
        <PasswordForm />
      </Section>
    </Page>
  );
}

const seconds = (value: number) => `${value} s`;

const ClusterSettings = ({ settings }: { settings: Settings }) => (
  <>
    <Section title="Cluster">
      <Properties
        items={[
          ['Cluster id', <code key="id">{settings.clusterId}</code>],
          ['Kind', settings.simulated ? 'simulated' : 'real'],
          ['Reserve of drives', `${settings.reservedRatio * 100} %`],
          ['Attach again', settings.reattachByDefault ? 'after a client restarts' : 'only when asked'],
          ['Keep-alive', seconds(settings.keepAliveSeconds)],
          ['Reconnect delay', seconds(settings.reconnectDelaySeconds)],
          ['Fast I/O fail', seconds(settings.fastIoFailSeconds)],
          ['I/O queues', `at most ${settings.maxIoQueues} per controller`],
          ['I/O policy', settings.ioPolicy],
          ['Node is lost after', seconds(settings.nodeLostAfterSeconds)],
          ['Agents’ servers', settings.agentServers.join(', ') || 'the one they enrolled with'],
        ]}
      />
      <p className="dimmed">
        An administrator changes these with <code>PATCH /api/v1/settings</code>.
      </p>
    </Section>
    <Section title="Storage networks">
      {settings.storageNetworks.length === 0 ? (
        <Empty>None yet: without one no volume can be attached, because no path joins client and targets.</Empty>
      ) : (
        <PlainTable
          label="Storage networks"
          rows={settings.storageNetworks}
          rowKey={({ name }) => name}
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Address ranges', cell: ({ cidrs }) => <code>{cidrs.join(' ')}</code>, wide: true },
          ]}
        />
      )}
      <StorageNetworkForm />
    </Section>
  </>
);
