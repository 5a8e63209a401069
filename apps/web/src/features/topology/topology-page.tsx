import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { Loaded } from '../../ui/loaded.js';
import { Page } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';
import { PictureActions } from './actions/picture-actions.js';
import { PictureChoices } from './actions/picture-choices.js';
import { useFullScreen } from './actions/use-full-screen.js';
import styles from './topology.module.css';
import { type SheetRef, TopologyView } from './topology-view.js';
import { useTopology } from './use-topology.js';

const route = getRouteApi('/topology');

export function TopologyPage() {
  const topology = useTopology();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const fullScreen = useFullScreen();
  const sheet: SheetRef = useRef(null);
  return (
    <div className={styles.page} data-full={fullScreen.isFull || undefined}>
      <Page
        title="Topology"
        actions={
          <>
            <PictureChoices search={search} onChange={(next) => void navigate({ search: next, replace: true })} />
            <PictureActions sheet={() => sheet.current?.() ?? null} fullScreen={fullScreen} />
          </>
        }
      >
        <Loaded of={topology} gone="The server has no topology. It may be older than this console.">
          {(data) =>
            data.nodes.length > 0 ? (
              <TopologyView topology={data} sheet={sheet} />
            ) : (
              <Empty>No nodes yet. Nodes appear here when they enroll.</Empty>
            )
          }
        </Loaded>
      </Page>
    </div>
  );
}
