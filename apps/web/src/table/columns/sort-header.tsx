import styles from './rows.module.css';

const head = `${styles.cell} ${styles.head}`;

interface Props {
  column: { name: string; sort?: string; numeric?: boolean };
  /** Current order of the list: a field, or `-field` for descending. */
  sort: string;
  onSort: (sort: string) => void;
}

export function SortHeader({ column: { name, sort: field, numeric }, sort, onSort }: Props) {
  if (field === undefined)
    return (
      <th scope="col" className={head} data-numeric={numeric}>
        {name}
      </th>
    );
  const direction = sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : undefined;
  return (
    <th scope="col" className={head} data-numeric={numeric} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={() => onSort(direction === 'ascending' ? `-${field}` : field)}>
        {name}
        <span aria-hidden className={styles.arrow}>
          {direction === 'ascending' ? '↑' : direction === 'descending' ? '↓' : ''}
        </span>
      </button>
    </th>
  );
}
