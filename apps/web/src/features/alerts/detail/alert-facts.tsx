import type { ReactNode } from 'react';
import { api } from '../../../api/client.js';
import type { Alert } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { Labels, Properties } from '../../../ui/properties.js';
import { InlineLink } from '../../../ui/text/links.js';
import { ShortId } from '../../../ui/text/short-id.js';
import { Ago, Time } from '../../../ui/time/time.js';
import { AlertObject, objectWords } from '../alert-object.js';
import { ruleWords } from '../alert-status.js';
import { AlertValue } from '../alert-value.js';

const not = (text: string) => <span className="dimmed">{text}</span>;

const At = ({ at }: { at: string }) => (
  <>
    <Time at={at} />{' '}
    <span className="dimmed">
      (<Ago at={at} />)
    </span>
  </>
);

/** Times, labels, acknowledgement and silences of the alert. */
export function AlertFacts({ alert }: { alert: Alert }) {
  const { rule, subject, subjectCount, labels, value, startedAt, firedAt, resolvedAt, causedBy, silencedBy, inhibitedBy } = alert;
  const items: [string, ReactNode][] = [
    ['Rule', <code key="rule">{rule}</code>],
    [subjectCount > 1 ? 'Common cause' : 'Object', <AlertObject key="subject" of={subject} />],
    ...(value === null ? [] : [['Value', <AlertValue key="value" of={alert} />] as [string, ReactNode]]),
    ['Began', <At key="began" at={startedAt} />],
    ['Fired', firedAt ? <At key="fired" at={firedAt} /> : not('not yet')],
    ['Resolved', resolvedAt ? <At key="resolved" at={resolvedAt} /> : not('not yet')],
    ['Acknowledged', <Acknowledged key="acknowledged" of={alert} />],
    ['Silenced', silencedBy.length > 0 ? <SilencedBy key="silenced" ids={silencedBy} /> : not('no')],
    [
      'Maintenance',
      inhibitedBy ? (
        <InlineLink key="maintenance" {...paths.node(inhibitedBy.id)}>
          {inhibitedBy.name}
        </InlineLink>
      ) : (
        not('no node in maintenance explains it')
      ),
    ],
    ['Caused by', causedBy ? <Cause key="cause" of={causedBy} /> : not('no other alert')],
    ['Labels', <Labels key="labels" labels={labels} />],
    ['Id', <ShortId key="id" id={alert.id} />],
  ];
  return <Properties items={items} />;
}

const Cause = ({ of: { id, rule, subject } }: { of: NonNullable<Alert['causedBy']> }) => (
  <InlineLink {...paths.alert(id)}>{`${ruleWords(rule)}: ${objectWords(subject)}`}</InlineLink>
);

function Acknowledged({ of: { acknowledged } }: { of: Alert }) {
  if (!acknowledged) return not('by nobody');
  const { by, at, comment } = acknowledged;
  return (
    <>
      by {by}, <At at={at} />
      {comment === '' ? null : <>: {comment}</>}
    </>
  );
}

/** Silences of the list that match; further ones are counted. */
function SilencedBy({ ids }: { ids: readonly string[] }) {
  const active = api.useQuery('get', '/api/v1/silences', { params: { query: { state: 'active', limit: 200 } } }).data?.items ?? [];
  const found = active.filter(({ id }) => ids.includes(id));
  const more = ids.length - found.length;
  return (
    <>
      {found.map(({ id, comment, createdBy, endsAt }) => (
        <span key={id}>
          by {createdBy} until <Time at={endsAt} />: {comment}{' '}
        </span>
      ))}
      {more > 0 ? `${more} ${found.length > 0 ? 'more ' : ''}` : ''}
      <InlineLink {...paths.silences()}>Silences</InlineLink>
    </>
  );
}
