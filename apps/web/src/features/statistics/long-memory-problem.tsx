import type { LongMemoryProblem as Problem } from '../../charts/timeline.js';
import { Linked } from '../../ui/text/linked.js';
import { messageSentence } from '../../ui/text/message-sentence.js';

export const LongMemoryProblem = ({ of }: { of: Problem }) => <Linked text={messageSentence(of)} />;
