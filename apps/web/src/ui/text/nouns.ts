/** An object that a sentence names; its kind and id give its page. */
export interface Noun {
  /** backup: the list of backups. server: the list of servers. jobs: the jobs of the object with this id. */
  kind: 'volume' | 'node' | 'drive' | 'attachment' | 'backup' | 'benchmark' | 'deployment' | 'drill' | 'server' | 'jobs';
  id: string;
  name: string;
}

type Named = { id: string; name: string };

export const volumeNoun = ({ id, name }: Named): Noun => ({ kind: 'volume', id, name });
export const nodeNoun = ({ id, name }: Named): Noun => ({ kind: 'node', id, name });
export const driveNoun = ({ id, serial }: { id: string; serial: string }): Noun => ({ kind: 'drive', id, name: serial });
