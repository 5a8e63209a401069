import type { AuditStatement } from '@weft/shared/kinds/audit';
import type { MessageCode, ParamsOf } from '@weft/shared/text/catalogue/catalogue';
import { messageOf, textOfMessage } from '@weft/shared/text/rendering/render';

/** A statement of the audit, with its data and its sentence. */
export function auditStatement<C extends MessageCode>(
  { statement, about }: Pick<AuditStatement, 'statement' | 'about'>,
  code: C,
  params: ParamsOf<C>,
): AuditStatement {
  const message = messageOf(code, params);
  return { statement, about, ...message, text: textOfMessage(message) };
}
