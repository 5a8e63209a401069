import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from '../forms/form.module.css';
import { type Choice, useAllNodes, useFoundNodes, useNodeChoices } from './use-choices.js';

interface Props {
  label: string;
  description: string;
  /** Node ids. */
  value: string[];
  onChange: (nodeIds: string[]) => void;
  error?: ReactNode;
}

/** Selects any number of nodes. With too many to list, shows the selected nodes and those that a search by name finds. */
export function NodeChecks(props: Props) {
  const nodes = useNodeChoices();
  return nodes === null ? <FoundChecks {...props} /> : <Checks {...props} nodes={nodes} />;
}

const Checks = ({ label, description, value, onChange, error, nodes }: Props & { nodes: readonly Choice[] }) => (
  <Checkbox.Group label={label} description={description} value={value} onChange={onChange} error={error}>
    <div className={styles.checks}>
      {nodes.map((node) => (
        <Checkbox key={node.value} size="xs" value={node.value} label={node.label} />
      ))}
    </div>
  </Checkbox.Group>
);

function FoundChecks(props: Props) {
  const { label, value } = props;
  const [text, setText] = useState('');
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(new Map());
  const found = useFoundNodes(text);
  // For the nodes of an existing class: no search has returned their names.
  const all = useAllNodes(value.some((id) => !known.has(id)));
  const named = new Map([...known, ...[...all, ...found].map((node) => [node.value, node] as const)]);
  const ticked = value.map((id) => named.get(id) ?? { value: id, label: id });
  return (
    <>
      <TextInput
        label={`${label}, by name`}
        placeholder="Part of a name"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Checks
        {...props}
        nodes={[...ticked, ...found.filter((node) => !value.includes(node.value))]}
        onChange={(nodeIds) => {
          setKnown(named);
          props.onChange(nodeIds);
        }}
      />
    </>
  );
}
