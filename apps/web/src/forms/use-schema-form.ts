import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { z } from 'zod';
import { problemOf } from '../api/problem.js';
import { changesOf, type FormReading, fieldAt, type RequiredFieldsOf, readForm } from './read-form.js';

interface Input<V, B> {
  /** Fields at first. When another user changes the object, untouched fields follow. */
  values: V;
  /** From the fields to the body of the request, made of the contract's own schemas. */
  schema: z.ZodType<B, V>;
  required?: RequiredFieldsOf<V>;
  /** The server's refusal. It is shown at its field, which gets the focus. */
  error?: unknown;
  /** Fields of the form by their paths in the request, where they differ. */
  fieldNames?: Readonly<Record<string, keyof V & string>>;
}

/** The library exports no types of its own to modules (9.7.3). */
type LibraryForm<V extends object> = ReturnType<typeof useForm<V>>;

/** Properties of the input of a field. */
export type FieldProps = ReturnType<LibraryForm<object>['getInputProps']>;
export type Field = (name: string, options?: { type?: 'checkbox' }) => FieldProps;

interface SchemaForm<V extends object, B> extends FormReading<B> {
  form: LibraryForm<V>;
  values: V;
  field: Field;
  /** The server's refusal, unless a field shows it. */
  unplaced: unknown;
}

/** Shows the server's refusal at its field, if the form shows that field, and gives it the focus. The refusal goes with the next request. */
function useRefusal<V extends object>(form: LibraryForm<V>, { values, error, fieldNames = {} }: Omit<Input<V, never>, 'schema'>) {
  const names = new Set<string>();
  const shown = useRef(names);
  useEffect(() => {
    shown.current = names;
  });
  const problem = problemOf(error);
  const path = problem?.field?.replace(/^body\./, '') ?? '';
  const named = Object.keys(fieldNames).find((each) => path === each || path.startsWith(`${each}.`));
  const about = named === undefined ? fieldAt(values, path.split('.')) : (fieldNames[named] ?? null);
  const field = about !== null && shown.current.has(about) ? about : null;
  const detail = field === null ? null : (problem?.detail ?? null);
  const show = useEffectEvent((name: string, text: string) => {
    form.setFieldError(name, text);
    form.getInputNode(name)?.focus();
  });
  const hide = useEffectEvent((name: string) => form.clearFieldError(name));
  useEffect(() => {
    if (field === null || detail === null) return;
    show(field, detail);
    return () => hide(field);
  }, [field, detail]);
  return { names, isPlaced: detail !== null };
}

/** Values, errors and the request of a form whose fields a schema checks. */
export function useSchemaForm<V extends object, B extends object>(input: Input<V, B>): SchemaForm<V, B> {
  const { values, schema, required, error } = input;
  const form = useForm<V>({ initialValues: values });
  const reading = useMemo(() => readForm(schema, form.values, required), [schema, form.values, required]);
  const latest = JSON.stringify(values);

  const follow = useEffectEvent(() => {
    const touched = Object.fromEntries(Object.entries(form.values).filter(([field]) => form.isDirty(field))) as Partial<V>;
    form.setInitialValues(values);
    form.setValues({ ...values, ...touched });
  });
  useEffect(() => {
    if (latest !== JSON.stringify(form.getInitialValues())) follow();
  }, [latest, form.getInitialValues]);

  const shown = useRefusal(form, input);
  const field: Field = (name, options) => {
    shown.names.add(name);
    const { error: server, ...props } = form.getInputProps(name, options);
    return { ...props, error: reading.errors[name] ?? server };
  };
  return {
    ...reading,
    form,
    values: form.values,
    field,
    unplaced: shown.isPlaced ? null : error,
  };
}

/** A form that changes an existing object: its body has only what differs. */
export function useChangeForm<V extends object, B extends object>(input: Input<V, B>): SchemaForm<V, Partial<B>> {
  const { schema, values, required } = input;
  const fields = useSchemaForm(input);
  const first = JSON.stringify(values);
  const before = useMemo(() => readForm(schema, JSON.parse(first) as V, required).body, [schema, first, required]);
  const body = useMemo(() => fields.body && changesOf(before, fields.body), [before, fields.body]);
  const isChanged = body !== null && Object.keys(body).length > 0;
  return {
    ...fields,
    body: isChanged ? body : null,
    refusedBecause: fields.refusedBecause ?? (isChanged ? null : 'Nothing has changed yet.'),
  };
}
