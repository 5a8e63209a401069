import { Document, isScalar, Scalar, visit } from 'yaml';
import { isUnsafe, safeText } from '../text/safe.js';

/** YAML in which a terminal finds nothing to obey: unsafe texts are in double quotes, where \uXXXX has the same meaning. */
export function yamlText(body: unknown): string {
  const document = new Document(body, { aliasDuplicateObjects: false });
  visit(document, (_, node) => {
    if (isScalar(node) && typeof node.value === 'string' && isUnsafe(node.value.replaceAll('\n', ''))) node.type = Scalar.QUOTE_DOUBLE;
  });
  return safeText(document.toString({ lineWidth: 0 }));
}
