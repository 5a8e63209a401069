import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.js';
import type { Settings } from '../../api/types.js';
import { paths } from '../../paths/paths.js';
import { Loaded } from '../../ui/loaded.js';
import { Page, Section } from '../../ui/page.js';
import { Properties } from '../../ui/properties.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { ShortId } from '../../ui/text/short-id.js';
import { usePermissionRefusal, useUser } from '../session/use-session.js';

const ClusterSettingsForm = lazy(() => import('./cluster-settings-form.js').then((module) => ({ default: module.ClusterSettingsForm })));
const AlertThresholds = lazy(() => import('./thresholds/alert-thresholds.js').then((module) => ({ default: module.AlertThresholds })));
const ServerTable = lazy(() => import('./server-table.js').then((module) => ({ default: module.ServerTable })));
const PasswordForm = lazy(() => import('./password-form.js').then((module) => ({ default: module.PasswordForm })));
const SecondFactors = lazy(() => import('../second-factors/second-factors.js').then((module) => ({ default: module.SecondFactors })));

export function SettingsPage() {
  const { name, identity } = useUser();
  const settings = api.useQuery('get', '/api/v1/settings');
  return (
    <Page title="Settings">
      <Loaded of={settings} gone="This cluster has no settings yet.">
        {(data) => <ClusterSettings settings={data} />}
      </Loaded>
      <Section title="Servers">
        <Suspense fallback={<Empty>Loading…</Empty>}>
          <ServerTable />
        </Suspense>
      </Section>
      <SupportBundle />
      <Section title={`Access of ${name}`}>
        <p className="row">
          <TextLink {...paths.apiTokens()}>API tokens</TextLink>
          <TextLink {...paths.sessions()}>Sessions</TextLink>
        </p>
      </Section>
      {identity === 'oidc' ? (
        <Section title={`Password of ${name}`}>
          <Empty>The OpenID Connect provider has the password and the second factor of {name}. Change them there.</Empty>
        </Section>
      ) : (
        <>
          <Section title={`Second factor of ${name}`}>
            <Suspense fallback={<Empty>Loading…</Empty>}>
              <SecondFactors />
            </Suspense>
          </Section>
          <Section title={`Password of ${name}`}>
            <Suspense fallback={<Empty>Loading…</Empty>}>
              <PasswordForm />
            </Suspense>
          </Section>
        </>
      )}
    </Page>
  );
}

const SupportBundle = () => {
  const refused = usePermissionRefusal('support-bundle:read');
  return (
    <Section title="Support bundle">
      <p>The state of the cluster for people who help you: without passwords, keys and tokens, but with names, addresses and serials.</p>
      {refused ? (
        <Empty>{refused}</Empty>
      ) : (
        <Button component="a" href="/api/v1/support-bundle" download variant="default">
          Download
        </Button>
      )}
    </Section>
  );
};

const ClusterSettings = ({ settings }: { settings: Settings }) => (
  <>
    <Section title="Cluster">
      <Properties
        items={[
          ['Cluster id', <ShortId key="id" id={settings.clusterId} />],
          ['Kind', settings.simulated ? 'simulated' : 'real'],
        ]}
      />
    </Section>
    <Suspense fallback={<Empty>Loading…</Empty>}>
      <ClusterSettingsForm settings={settings} />
    </Suspense>
    <Suspense fallback={<Empty>Loading…</Empty>}>
      <AlertThresholds settings={settings} />
    </Suspense>
  </>
);
