import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import type { MessageReference } from '@weft/shared/text/message';
import { type Said, said } from '@weft/shared/text/rendering/render';

/** A change of the database that ends a finding. It looks again at the moment of acting, and changes nothing where the finding no longer holds. */
export type Mend =
  | { kind: 'allocated'; drive: MessageReference; plan: Said }
  | { kind: 'left-of-node'; nodeId: string; plan: Said }
  | { kind: 'lease'; lease: string; holder: string; plan: Said };

/** `unknown`: something could not be compared. */
export interface CheckFinding {
  severity: 'found' | 'unknown';
  finding: Said;
  mend?: Mend;
}

export const found = <C extends MessageCode>(code: C, params: ParamsOf<C>, mend?: Mend): CheckFinding => ({
  severity: 'found',
  finding: said(code, params),
  ...(mend && { mend }),
});
export const unknown = <C extends MessageCode>(code: C, params: ParamsOf<C>): CheckFinding => ({
  severity: 'unknown',
  finding: said(code, params),
});
