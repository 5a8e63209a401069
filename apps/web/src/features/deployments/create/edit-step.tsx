import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DeploymentDocument as Document } from '../../../api/types.js';
import { exactSize } from '../../../forms/size-text.js';
import { PlainTable } from '../../../table/plain-table.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { saveFile } from '../../../ui/files/save-file.js';
import { Section } from '../../../ui/page.js';
import { documentText, emptyDocument, readDocument, withLabel, withSize } from './document-text.js';

interface Props {
  /** Null: a document to paste. */
  document: Document | null;
  onBack: () => void;
  onPlan: (document: Document) => void;
}

/** The document as fields, for what is edited most, and as a whole. Both show the same text. */
export function EditStep({ document, onBack, onPlan }: Props) {
  const [text, setText] = useState(() => documentText(document ?? emptyDocument));
  const read = readDocument(text);
  const set = (next: Document) => setText(documentText(next));
  return (
    <>
      {read.document ? (
        <>
          <Places document={read.document} onChange={set} />
          <Sizes document={read.document} onChange={set} />
        </>
      ) : null}
      <Section
        title="Document"
        actions={
          <ActionButton
            refusedBecause={read.wrong}
            onClick={() => saveFile(new Blob([text], { type: 'application/json' }), 'weft-deployment.json')}
          >
            Save as a file
          </ActionButton>
        }
      >
        <Textarea
          aria-label="Document (JSON)"
          autosize
          minRows={12}
          maxRows={30}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={read.wrong}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Section>
      <div className="row">
        <ActionButton variant="filled" refusedBecause={read.wrong} onClick={() => read.document && onPlan(read.document)}>
          Show the plan
        </ActionButton>
        <ActionButton refusedBecause={null} onClick={onBack}>
          Back to the proposal
        </ActionButton>
      </div>
    </>
  );
}

interface PartProps {
  document: Document;
  onChange: (document: Document) => void;
}

function Places({ document, onChange }: PartProps) {
  if (document.nodes.length === 0) return null;
  const place = (key: 'rack' | 'zone', label: string) => ({
    name: label,
    cell: ({ name, labels }: Document['nodes'][number]) => (
      <TextInput
        size="xs"
        aria-label={`${label} of ${name}`}
        value={labels[key] ?? ''}
        onChange={(event) => onChange(withLabel(document, name, key, event.currentTarget.value))}
      />
    ),
  });
  return (
    <Section title="Nodes">
      <PlainTable
        label="Nodes"
        rows={document.nodes}
        rowKey={({ name }) => name}
        columns={[
          { name: 'Node', cell: ({ name }) => name },
          { name: 'Roles', cell: ({ roles }) => roles.join(', ') || 'none' },
          place('rack', 'Rack'),
          place('zone', 'Zone'),
          {
            name: 'Drives to use',
            wide: true,
            cell: ({ name }) =>
              document.drives
                .filter(({ node }) => node === name)
                .map(({ count, model }) => `${count} × ${model}`)
                .join(', ') || 'none',
          },
        ]}
      />
    </Section>
  );
}

function Sizes({ document, onChange }: PartProps) {
  if (document.volumes.length === 0) return null;
  const clientOf = (volume: string) => document.attachments.find((each) => each.volume === volume);
  return (
    <Section title="Volumes">
      <PlainTable
        label="Volumes"
        rows={document.volumes}
        rowKey={({ name }) => name}
        columns={[
          { name: 'Volume', cell: ({ name }) => name },
          {
            name: 'Size',
            cell: ({ name, sizeBytes }) => (
              <SizeInput
                key={sizeBytes}
                name={name}
                sizeBytes={sizeBytes}
                onSize={(size) => {
                  const next = withSize(document, name, size);
                  if (next) onChange(next);
                  return next !== null;
                }}
              />
            ),
          },
          { name: 'Protection', cell: ({ protection, failureDomain }) => `${protection}, ${failureDomain}` },
          { name: 'Drive class', cell: ({ driveClass }) => driveClass },
          {
            name: 'Attached to',
            wide: true,
            cell: ({ name }) => {
              const attachment = clientOf(name);
              return attachment ? `${attachment.node} over ${attachment.transport}` : 'nobody';
            },
          },
        ]}
      />
    </Section>
  );
}

/** Takes the size when the reader leaves the field, so that half a size is no error. */
function SizeInput({ name, sizeBytes, onSize }: { name: string; sizeBytes: number; onSize: (text: string) => boolean }) {
  const [typed, setTyped] = useState(exactSize(sizeBytes));
  const [wrong, setWrong] = useState(false);
  return (
    <TextInput
      size="xs"
      aria-label={`Size of ${name}`}
      value={typed}
      error={wrong ? 'Write a size, such as 500 GiB.' : null}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => setWrong(!onSize(typed))}
    />
  );
}
