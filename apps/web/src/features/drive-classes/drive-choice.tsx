import { Checkbox } from '@mantine/core';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import styles from '../../forms/form.module.css';
import type { FieldProps } from '../../forms/use-schema-form.js';
import { PAGE_ROWS } from '../../table/rows/list-search.js';

/** Checkboxes for single drives: the first 200. For more, use a selector. */
export function DriveChoice(props: FieldProps) {
  const drives = api.useQuery('get', '/api/v1/drives', { params: { query: { limit: PAGE_ROWS } } });
  return (
    <Checkbox.Group label="Drives" {...props}>
      <div className={styles.checks}>
        {drives.data?.items.map(({ id, serial, node, sizeBytes }) => (
          <Checkbox key={id} size="xs" value={id} label={`${node.name} ${serial} ${formatBytes(sizeBytes)}`} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
