import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../api/client.js';
import type { Alert } from '../../../api/types.js';
import { paths } from '../../../paths/paths.js';
import { type Action, Actions } from '../../../ui/actions/actions.js';
import { Loaded } from '../../../ui/loaded.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { Page, Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { ButtonLink, TextLink } from '../../../ui/text/links.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { AlertObject, objectWords } from '../alert-object.js';
import { alertStatus, codePieces, linkTarget, ruleWords } from '../alert-status.js';
import { matchersOf } from '../matchers-text.js';
import { AlertFacts } from './alert-facts.js';
import { AlertNotifications } from './alert-notifications.js';
import styles from './alert-page.module.css';
import { Consequences } from './consequences.js';

const AcknowledgeDialog = lazy(() => import('../alert-dialogs.js').then((module) => ({ default: module.AcknowledgeDialog })));
const WithdrawDialog = lazy(() => import('../alert-dialogs.js').then((module) => ({ default: module.WithdrawDialog })));
const SilenceDialog = lazy(() => import('../silences/silence-dialogs.js').then((module) => ({ default: module.SilenceDialog })));

const route = getRouteApi('/alerts/$alertId');

export function AlertPage() {
  const { alertId } = route.useParams();
  const alert = api.useQuery('get', '/api/v1/alerts/{id}', { params: { path: { id: alertId } } });
  return (
    <Loaded isPage of={alert} gone="There is no such alert. Resolved alerts are removed after a while.">
      {(data) => <AlertView alert={data} />}
    </Loaded>
  );
}

type Open = 'acknowledge' | 'withdraw' | 'silence';

function AlertView({ alert }: { alert: Alert }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Page
      title={`${ruleWords(alert.rule)}: ${objectWords(alert.subject)}`}
      above={<TextLink {...paths.alerts()}>Alerts</TextLink>}
      status={<Status {...alertStatus(alert)} />}
      actions={<AlertActions alert={alert} onOpen={setOpen} />}
    >
      <Texts alert={alert} />
      <Objects alert={alert} />
      <AlertFacts alert={alert} />
      <Consequences of={alert} />
      <OnlyNow>
        <AlertNotifications alertId={alert.id} />
      </OnlyNow>
      <Suspense fallback={null}>
        {open === 'acknowledge' ? <AcknowledgeDialog alert={alert} onClose={close} /> : null}
        {open === 'withdraw' ? <WithdrawDialog alert={alert} onClose={close} /> : null}
        {open === 'silence' ? <SilenceDialog matchers={matchersOf(alert.labels)} onClose={close} /> : null}
      </Suspense>
    </Page>
  );
}

function AlertActions({ alert, onOpen }: { alert: Alert; onOpen: (open: Open) => void }) {
  const role = usePermissionRefusal('alert:change');
  const { state, acknowledged, link } = alert;
  const acknowledge: Action = {
    label: 'Acknowledge…',
    refusedBecause: role ?? (state === 'firing' ? null : `Only a firing alert can be acknowledged; this one is ${state}.`),
    onClick: () => onOpen('acknowledge'),
  };
  const withdraw: Action = { label: 'Withdraw…', refusedBecause: role, onClick: () => onOpen('withdraw') };
  const silence: Action = { label: 'Silence…', refusedBecause: role, onClick: () => onOpen('silence') };
  return (
    <>
      <ButtonLink {...(linkTarget(link) as ReturnType<typeof paths.overview>)} variant="default">
        Show that moment
      </ButtonLink>
      <Actions primary={acknowledged ? withdraw : acknowledge} more={[silence]} />
    </>
  );
}

/** A text of a rule: its commands are between backticks. */
const WithCommands = ({ text }: { text: string }) => (
  <p className="written">
    {codePieces(text).map((piece, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity.
      at % 2 === 1 ? <code key={at}>{piece}</code> : piece,
    )}
  </p>
);

const Texts = ({ alert: { summary, meaning, action } }: { alert: Alert }) => (
  <section className={`card ${styles.texts}`}>
    {[
      ['Problem', summary],
      ['Impact', meaning],
      ['Remedy', action],
    ].map(([title, text = '']) =>
      text === '' ? null : (
        <div key={title}>
          <h2>{title}</h2>
          <WithCommands text={text} />
        </div>
      ),
    )}
  </section>
);

/** The objects in this state, unless the alert is about one object that its title names. */
function Objects({ alert: { subject, subjects, subjectCount } }: { alert: Alert }) {
  if (subjectCount === 1 && subjects[0]?.id === subject.id) return null;
  const more = subjectCount - subjects.length;
  return (
    <Section title={`Objects (${subjectCount.toLocaleString('en')})`}>
      <p className="written">
        {subjects.map((each, at) => (
          <span key={each.id}>
            {at > 0 ? ', ' : ''}
            <AlertObject of={each} />
          </span>
        ))}
        {more > 0 ? ` and ${more.toLocaleString('en')} more` : ''}
      </p>
    </Section>
  );
}
