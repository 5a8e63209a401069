import { useServerFacts } from '../../api/server-facts.js';
import { paths } from '../../paths/paths.js';
import { Page } from '../../ui/page.js';
import { TextLink } from '../../ui/text/links.js';
import { Empty } from '../../ui/text/message.js';
import { HealthGauges } from './drive-section.js';
import { Colours, Icons, Type } from './foundations.js';
import { Gauges, Lists, Tables } from './gauges-section.js';
import { Absences, Actions, Floating, Steps } from './parts-section.js';
import { States } from './states-section.js';
import { Timelines } from './timeline-section.js';

/**
 * Every component in every state, for people who change the console (docs/design.md) and for the visual tests. Only in a simulated cluster and under the development
 * server: an operator has no use for it.
 */
export function DesignPage() {
  const { simulated } = useServerFacts();
  if (!simulated && !import.meta.env.DEV)
    return (
      <Page title="Not found">
        <Empty action={<TextLink {...paths.overview()}>Overview</TextLink>}>This page exists in simulated clusters only.</Empty>
      </Page>
    );
  return (
    <Page title="Design">
      <Type />
      <Colours />
      <Icons />
      <States />
      <Gauges />
      <Tables />
      <Lists />
      <Actions />
      <Steps />
      <Absences />
      <Floating />
      <HealthGauges />
      <Timelines />
    </Page>
  );
}
