import { rendered } from '@weft/shared/text/rendering/render';
import { agentPieces } from '@weft/shared/text/rendering/render-agent';
import type { Quote } from '@weft/shared/text/words';
import type { ReactNode } from 'react';
import type { Sentence } from './sentence.js';

/** An agent's reason or a statement, rendered from its data; its text if this version of the console does not know it. `show` renders a sentence. */
export const AgentReport = ({ of: { quote, report }, show }: { of: Quote; show: (sentence: Sentence) => ReactNode }) =>
  show((report && (agentPieces(report) ?? rendered(report)?.message)) ?? [{ quote }]);
