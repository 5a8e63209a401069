import { entry } from '../../entry.js';
import { word } from '../../field.js';
import { words } from '../../words.js';

/* Why an agent did not make a drill's fault, or ended it early. In each case everything is put back. */
const phrase = (text: string) => entry({}, { message: () => words`${text}`, example: {} });

export const drillReasons = {
  'drill-object-absent': entry(
    { object: word },
    {
      message: ({ object }) => words`this node does not have ${object} now; nothing was done. Start the drill again with what is there`,
      example: { object: 'a path through storage-1' },
    },
  ),
  'drill-danger': entry(
    { lacks: word },
    {
      message: ({ lacks }) => words`the drill needs ${lacks}, and this node does not see it; the drill changes nothing here any more`,
      example: { lacks: 'another live path to the same target' },
    },
  ),
  'drill-running': phrase('another drill has a fault at this node; nothing was done'),
  'drill-no-effect': phrase('the fault did not come into force within its time; it was taken back'),
  'drill-agent-restarted': phrase('the agent of this node restarted during the fault; it has taken the fault back'),
};
