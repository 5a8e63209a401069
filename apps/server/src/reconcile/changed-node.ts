/** Stored for each assignment on its way to the agent (`ReportedNodes.offer`), with the fields that every update sets. */
const OFFERED = /^(?:revision|updatedAt|status\.offered(?:\.\d+)?)$/;
/** Stored when the agent has an assignment on its disk. */
const ACCEPTED = /^status\.(?:acceptedGeneration|acknowledged(?:\..+)?)$/;

/**
 * What a change of a node means for the reconcilers. Each assignment changes its node twice, on its way and when it has arrived; that alone is no reason to look
 * at every volume of the node. Only a drive's order waits for it.
 * @param fields of the update; undefined: any may have changed
 */
export function changeOfNode(fields: readonly string[] | undefined): 'nothing' | 'accepted' | 'anything' {
  const rest = fields?.filter((field) => !OFFERED.test(field));
  if (!rest) return 'anything';
  if (rest.length === 0) return 'nothing';
  return rest.every((field) => ACCEPTED.test(field)) ? 'accepted' : 'anything';
}
