import { type Survives, survivals, survivesOf, valuesFor } from './form/survives.js';
import type { VolumeForm } from './form/volume-schema.js';
import styles from './survives-choice.module.css';

interface Props {
  values: VolumeForm;
  onChoose: (change: Partial<VolumeForm>) => void;
}

/** The largest loss that the volume survives, as pictures to click: each sets protection and failure domain. */
export function SurvivesChoice({ values, onChoose }: Props) {
  const chosen = survivesOf(values);
  return (
    <fieldset>
      <legend>Survives the loss of</legend>
      <div className={styles.choices}>
        {survivals.map((survives) => (
          <button
            key={survives}
            type="button"
            className={styles.choice}
            aria-pressed={survives === chosen}
            onClick={() => onChoose(valuesFor(survives, values))}
          >
            <Picture survives={survives} />
            {survives === 'nothing' ? survives : `one ${survives}`}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** Two zones of two racks of two nodes, in units of the picture. */
const ZONES = [0, 1].map((zone) => ({
  key: `zone${zone}`,
  x: 1 + zone * 41,
  racks: [0, 1].map((rack) => ({ x: 4 + zone * 41 + rack * 17, rack })),
}));
const NODES = [0, 1];
const LOST: Record<Survives, { x: number; y: number; width: number; height: number } | null> = {
  nothing: null,
  node: { x: 6, y: 6, width: 11, height: 8 },
  rack: { x: 4, y: 4, width: 15, height: 24 },
  zone: { x: 1, y: 1, width: 38, height: 30 },
};

/** Zones, racks and nodes as nested boxes; the lost one is crossed out. */
function Picture({ survives }: { survives: Survives }) {
  const lost = LOST[survives];
  return (
    <svg className={styles.picture} viewBox="0 0 81 32" aria-hidden>
      {ZONES.map(({ key, x, racks }) => (
        <g key={key}>
          <rect className={styles.zone} x={x} y="1" width="38" height="30" rx="2" />
          {racks.map(({ x: left, rack }) => (
            <g key={rack}>
              <rect className={styles.rack} x={left} y="4" width="15" height="24" rx="1.5" />
              {NODES.map((node) => (
                <rect key={node} className={styles.node} x={left + 2} y={6 + node * 11} width="11" height="8" rx="1" />
              ))}
            </g>
          ))}
        </g>
      ))}
      {lost ? (
        <g className={styles.lost}>
          <rect {...lost} rx="1.5" />
          <path d={`M${lost.x} ${lost.y}l${lost.width} ${lost.height}m0 ${-lost.height}l${-lost.width} ${lost.height}`} />
        </g>
      ) : null}
    </svg>
  );
}
