import { Button, NativeSelect } from '@mantine/core';
import { colourings, DEFAULT_COLOURING, DEFAULT_GROUPING, groupings, type TopologySearch } from '../../../topology/topology-search.js';

interface Props {
  search: TopologySearch;
  onChange: (search: TopologySearch) => void;
}

/** What the picture shows: groups of nodes, colours of objects, and what width and colour of links mean. */
export const PictureChoices = ({ search, onChange }: Props) => {
  const { colour = DEFAULT_COLOURING, group = DEFAULT_GROUPING, flow = false, fail } = search;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Group"
        value={group}
        data={groupings.map((value) => ({ value, label: `Group: ${value}` }))}
        onChange={({ currentTarget: { value } }) => {
          const { group: _, select, ...others } = search;
          // A selected group does not exist in the other grouping.
          const kept = select === undefined || /^(zone|rack|classes):/.test(select) ? others : { ...others, select };
          onChange(value === 'class' ? { ...kept, group: 'class' } : kept);
        }}
      />
      {fail ? null : (
        <NativeSelect
          size="xs"
          aria-label="Colour"
          value={colour}
          data={colourings.map((value) => ({ value, label: `Colour: ${value}` }))}
          onChange={({ currentTarget: { value } }) => {
            const { colour: _, ...others } = search;
            onChange(value === DEFAULT_COLOURING ? others : { ...others, colour: value as NonNullable<TopologySearch['colour']> });
          }}
        />
      )}
      <NativeSelect
        size="xs"
        aria-label="Links"
        value={flow ? 'flow' : 'state'}
        data={[
          { value: 'state', label: 'Links: state' },
          { value: 'flow', label: 'Links: throughput, latency' },
        ]}
        onChange={({ currentTarget: { value } }) => {
          const { flow: _, ...others } = search;
          onChange(value === 'flow' ? { ...others, flow: true } : others);
        }}
      />
      <Button
        variant="default"
        size="xs"
        aria-pressed={fail !== undefined}
        onClick={() => {
          // The colours of what-if mode are outcomes.
          const { fail: _, colour: __, select: ___, ...others } = search;
          onChange(fail ? others : { ...others, fail: [] });
        }}
      >
        What if
      </Button>
    </>
  );
};
