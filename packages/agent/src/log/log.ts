/** One JSON line per event on stderr: the journal keeps it. Never a credential or token. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Record<string, unknown>;
export type Log = (level: LogLevel, msg: string, fields?: LogFields) => void;

/** A failed write (a file on a full disk) is ignored: it cannot be reported here, and must not end the agent. The server still gets reports. */
function toStderr(line: string): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => undefined);
  process.stderr.write(line);
}

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };

export function jsonLog(base: LogFields, lowest: LogLevel = 'info', write: (line: string) => void = toStderr): Log {
  return (level, msg, fields = {}) => {
    if (RANK[level] < RANK[lowest]) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...base, ...fields })}\n`);
  };
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
