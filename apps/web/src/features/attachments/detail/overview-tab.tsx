import type { Attachment, Leg, Volume } from '../../../api/types.js';
import type { RangeSearch } from '../../../charts/range.js';
import { paths } from '../../../paths/paths.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Status } from '../../../ui/status.js';
import { Linked, NounLink } from '../../../ui/text/linked.js';
import { TextLink } from '../../../ui/text/links.js';
import { Empty } from '../../../ui/text/message.js';
import { driveNoun, nodeNoun, volumeNoun } from '../../../ui/text/nouns.js';
import { ShortId } from '../../../ui/text/short-id.js';
import { Time } from '../../../ui/time/time.js';
import { WrongConditions } from '../../conditions.js';
import { Statistics } from '../../statistics/statistics.js';
import { pathStatus, targetOf } from '../attachment-status.js';
import { LimitsSection } from '../limits/limits-section.js';

interface Props {
  attachment: Attachment;
  legs: readonly PathLeg[];
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

/** Conditions that are not met, facts, paths and statistics of the attachment. */
export function OverviewTab({ attachment, legs, search, onSearch }: Props) {
  const { id, volume, node, conditions } = attachment;
  return (
    <>
      <WrongConditions of={[{ about: 'the attachment', conditions }]} />
      <Facts attachment={attachment} />
      <LimitsSection attachment={attachment} />
      <Section title="Paths">
        <Paths attachment={attachment} legs={legs} />
      </Section>
      <Statistics
        search={search}
        onSearch={onSearch}
        of={[
          {
            title: 'I/O of this client',
            object: `attachment:${id}`,
            label: `${volume.name} on ${node.name}`,
            figures: 'io',
            source: `Volume ${volume.name}, its part of ${node.name}, seen by it`,
          },
        ]}
      />
    </>
  );
}

export type PathLeg = Pick<Leg, 'id' | 'index' | 'node' | 'drive'>;

export const legsOf = ({ legs, obsoleteLegs }: Volume): PathLeg[] => [...legs, ...obsoleteLegs];

function Facts({ attachment }: { attachment: Attachment }) {
  const { id, volume, node, mode, transport, device, open, openBy, reattach, epoch, array, createdAt } = attachment;
  return (
    <Properties
      items={[
        ['Volume', <NounLink key="volume" noun={volumeNoun(volume)} />],
        ['Client', <NounLink key="node" noun={nodeNoun(node)} />],
        ['Mode', mode],
        ['Transport', transport],
        [
          'Device',
          device ? (
            <code key="device">{device}</code>
          ) : (
            <span key="none" className="dimmed">
              none yet
            </span>
          ),
        ],
        [
          'In use',
          open ? openBy.map(({ command, pid, via, path }) => `${command} (pid ${pid}, ${via} ${path})`).join('; ') || 'open' : 'no',
        ],
        ['Attach again after a restart', reattach ? 'yes' : 'no'],
        ['Epoch', epoch],
        ...(array
          ? [['Array', `${array.state}, ${array.degraded === 0 ? 'complete' : `${array.degraded} missing`}, ${array.syncAction}`] as const]
          : []),
        ['Requested', <Time key="created" at={createdAt} />],
        ['Id', <ShortId key="id" id={id} />],
      ]}
    />
  );
}

/** Every path to every leg, as reported by the client's agent. */
const Paths = ({ attachment, legs }: { attachment: Attachment; legs: readonly PathLeg[] }) =>
  attachment.paths.length === 0 ? (
    <Empty>{attachment.node.name} has reported no path yet.</Empty>
  ) : (
    <PlainTable
      label="Paths"
      rows={attachment.paths}
      rowKey={({ legId, storageNetwork, address }) => `${legId} ${storageNetwork} ${address}`}
      columns={[
        {
          name: 'Leg',
          cell: ({ legId }) => {
            const leg = legs.find(({ id }) => id === legId);
            if (!leg) return <code>{legId}</code>;
            return (
              <>
                {leg.index}, <NounLink noun={driveNoun(leg.drive)} />
              </>
            );
          },
        },
        { name: 'Target', cell: (path) => <Linked text={[targetOf(path, legs)]} /> },
        {
          name: 'Network',
          cell: ({ storageNetwork }) => <TextLink {...paths.topology(`network:${storageNetwork}`)}>{storageNetwork}</TextLink>,
        },
        { name: 'Address', cell: ({ address }) => <code>{address}</code> },
        { name: 'State', cell: (path) => <Status {...pathStatus(path, attachment, legs)} />, wide: true },
      ]}
    />
  );
