import { api } from '../../api/client.js';
import type { Settings } from '../../api/types.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { useUser } from '../session/use-session.js';
import { ClusterSettingsForm } from './cluster-settings-form.js';
import { PasswordForm } from './password-form.js';

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

const ClusterSettings = ({ settings }: { settings: Settings }) => (
  <>
    <Section title="Cluster">
      <Properties
        items={[
          ['Cluster id', <code key="id">{settings.clusterId}</code>],
          ['Kind', settings.simulated ? 'simulated' : 'real'],
        ]}
      />
    </Section>
    <ClusterSettingsForm settings={settings} />
  </>
);
