import type { AcceptLoss } from '@weft/shared/kinds/volume';

export { acceptLossSchema, discardSchema } from '@weft/shared/kinds/volume';

/** The form at first: no leg is chosen. */
export const noLegsOf = ({ name }: { name: string }): AcceptLoss => ({ volumeName: name, legIds: [] });
