/** csi-sanity, the conformance tests of CSI: how the tests here call it, and how they read its report. */

export interface SanityRun {
  socket: string;
  accessType: 'mount' | 'block';
  /** File with the parameters of the StorageClass, in YAML. */
  parameters: string;
  sizeBytes: number;
  largerBytes: number;
  /** Folder for its mounts and its report. */
  directory: string;
}

export const reportOf = ({ directory, accessType }: SanityRun): string => `${directory}/${accessType}.json`;

export const sanityArguments = (run: SanityRun): string[] => [
  ...['--csi.endpoint', run.socket, '--csi.testvolumeparameters', run.parameters, '--csi.testvolumesize', String(run.sizeBytes)],
  ...['--csi.testvolumeexpandsize', String(run.largerBytes), '--csi.testvolumeaccesstype', run.accessType],
  ...['--ginkgo.json-report', reportOf(run), '--csi.mountdir', `${run.directory}/mount`, '--csi.stagingdir', `${run.directory}/staging`],
  '--ginkgo.no-color',
];

interface Spec {
  ContainerHierarchyTexts: string[] | null;
  LeafNodeText: string;
  LeafNodeType: string;
  State: string;
  Failure?: { Message: string };
}

/** Specs of what this driver does not declare. `testnodevolumeattachlimit`: Weft has no limit of volumes for a node. */
const NOT_DECLARED =
  /^(ControllerGetVolumeHealth|ControllerListVolumeHealth|ControllerModifyVolume|Modify [vV]olume|CreateSnapshot|DeleteSnapshot|GetSnapshot|ListSnapshots|Snapshot|GroupControllerService|NodeGet(Storage|Volume)Health|Volume Cloning) not supported$|^testnodevolumeattachlimit not enabled$/;

/**
 * @param report as csi-sanity wrote it
 * @param stdout its output
 * @returns a line for each spec and its own summary; `wrong`: the lines of what failed, or was skipped without need
 */
export function readSanity(report: string, stdout: string): { lines: string[]; wrong: string[] } {
  const [suite] = JSON.parse(report) as { SpecReports: Spec[] }[];
  const specs = (suite?.SpecReports ?? []).filter(({ LeafNodeType }) => LeafNodeType === 'It');
  const lines = specs.map(
    ({ ContainerHierarchyTexts, LeafNodeText, State, Failure }) =>
      `${State.padEnd(8)} ${[...(ContainerHierarchyTexts ?? []), LeafNodeText].join(' ')}${Failure ? `: ${Failure.Message}` : ''}`,
  );
  // The only pending spec is disabled in csi-test itself.
  const wrong = lines.filter(
    (line, index) =>
      !/^(passed|pending) /.test(line) && !(specs[index]?.State === 'skipped' && NOT_DECLARED.test(specs[index]?.Failure?.Message ?? '')),
  );
  const summary = stdout.split('\n').filter((line) => /^(Ran |SUCCESS|FAIL!)/.test(line.trim()));
  return { lines: [...lines.sort(), '', ...summary.map((line) => line.trim().replace(/ in [\d.]+ seconds/, ''))], wrong };
}
