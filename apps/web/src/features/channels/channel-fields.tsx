import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { type ChannelType, channelTypes, secretFieldOf } from '@weft/shared/kinds/alerting/channel';
import { useMemo } from 'react';
import type { Field } from '../../forms/use-schema-form.js';
import styles from './channel-fields.module.css';
import { TYPES } from './channel-words.js';

interface Props {
  field: Field;
  type: ChannelType;
}

const typeChoices = channelTypes.map((value) => ({ value, label: TYPES[value] }));

export const TypeField = ({ field, onType }: Pick<Props, 'field'> & { onType: (type: ChannelType) => void }) => (
  <NativeSelect
    label="Type"
    description="Cannot be changed."
    data={typeChoices}
    {...field('type')}
    onChange={({ currentTarget }) => onType(currentTarget.value as ChannelType)}
  />
);

export const CarriesField = ({ field }: Pick<Props, 'field'>) => (
  <NativeSelect
    label="Gets"
    description="Cannot be changed. The audit has every change and every refused attempt, from now on."
    data={[
      { value: 'alerts', label: 'alerts' },
      { value: 'audit', label: 'the audit' },
    ]}
    {...field('carries')}
  />
);

const Host = ({ field }: Pick<Props, 'field'>) => (
  <>
    <TextInput label="Host" spellCheck={false} {...field('host')} />
    <TextInput label="Port" inputMode="numeric" {...field('port')} />
  </>
);

/** The receiver. */
export function TargetFields({ field, type, secretSet }: Props & { secretSet: boolean }) {
  return (
    <fieldset className={styles.fields}>
      <legend>Receiver</legend>
      {type === 'smtp' ? (
        <>
          <Host field={field} />
          <NativeSelect
            label="Encryption"
            data={[
              { value: 'starttls', label: 'STARTTLS' },
              { value: 'tls', label: 'TLS' },
              { value: 'none', label: 'none: sends in clear' },
            ]}
            {...field('security')}
          />
          <TextInput label="Sender" placeholder="weft@example.com" {...field('from')} />
          <Textarea label="Receivers" description="One address per line." rows={2} spellCheck={false} {...field('to')} />
        </>
      ) : null}
      {type === 'syslog' ? (
        <>
          <Host field={field} />
          <NativeSelect
            label="Transport"
            data={[
              { value: 'tls', label: 'TLS' },
              { value: 'tcp', label: 'TCP' },
              { value: 'udp', label: 'UDP' },
            ]}
            {...field('transport')}
          />
        </>
      ) : null}
      {type === 'webhook' || type === 'alertmanager' ? (
        <TextInput
          label="Address"
          description={type === 'alertmanager' ? 'Of the Alertmanager, without /api/v2.' : 'Gets a POST request with JSON.'}
          placeholder="https://…"
          spellCheck={false}
          {...field('url')}
        />
      ) : null}
      {type === 'smtp' || type === 'alertmanager' ? (
        <TextInput label="User name" description="Empty: without authentication." autoComplete="off" {...field('username')} />
      ) : null}
      <SecretField field={field} type={type} secretSet={secretSet} />
      <Textarea
        label="Certificate authority"
        description="PEM. Empty: the authorities that the system of the server trusts."
        rows={2}
        spellCheck={false}
        {...field('authority')}
      />
    </fieldset>
  );
}

const SECRETS: Record<string, { label: string; description: string }> = {
  password: { label: 'Password', description: 'Only together with a user name.' },
  secret: { label: 'Secret', description: 'Signs each request with HMAC-SHA-256 (header Weft-Signature). Empty: no signature.' },
  url: { label: 'Address', description: 'The webhook’s address is a secret: who has it can write there.' },
};

/** A secret is never shown: an empty field keeps the stored one. */
function SecretField({ field, type, secretSet }: Props & { secretSet: boolean }) {
  const text = SECRETS[secretFieldOf[type] ?? ''];
  if (!text) return null;
  const description = secretSet ? 'It is set. Empty: it stays as it is.' : text.description;
  return <PasswordInput label={text.label} description={description} autoComplete="new-password" {...field('secret')} />;
}

/** What the channel gets, and when. */
export function RouteFields({ field }: Pick<Props, 'field'>) {
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], []);
  return (
    <fieldset className={styles.fields}>
      <legend>Route</legend>
      <NativeSelect
        label="Alerts"
        data={[
          { value: 'warning', label: 'all' },
          { value: 'critical', label: 'critical only' },
        ]}
        {...field('minSeverity')}
      />
      <Textarea
        label="Matchers"
        description="One per line, as in zone=west or volume=db*. Empty: every alert."
        rows={2}
        spellCheck={false}
        {...field('matchers')}
      />
      <TextInput
        type="time"
        label="Quiet hours from"
        description="Until their end, only critical alerts are sent."
        {...field('quietFrom')}
      />
      <TextInput type="time" label="Quiet hours to" description="Both empty: no quiet hours." {...field('quietTo')} />
      <NativeSelect label="Time zone of quiet hours" data={zones} {...field('quietZone')} />
      <TextInput
        label="Collect, minutes"
        description="Alerts below critical are sent together this often. Empty: at once."
        inputMode="numeric"
        {...field('digestMinutes')}
      />
      <TextInput
        label="Repeat, hours"
        description="Until somebody acknowledges. Empty: never."
        inputMode="numeric"
        {...field('repeatHours')}
      />
      <Checkbox size="xs" label="Send resolved alerts too" {...field('sendResolved', { type: 'checkbox' })} />
    </fieldset>
  );
}
