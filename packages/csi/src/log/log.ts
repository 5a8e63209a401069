/** One JSON line per event on stderr. Never a token or a secret of a request. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, msg: string, fields?: Record<string, unknown>) => void;

const RANK: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3 };
export const logLevels = Object.keys(RANK) as LogLevel[];

export const jsonLog =
  (lowest: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log =>
  (level, msg, fields = {}) => {
    if (RANK[level] >= RANK[lowest]) write(`${JSON.stringify({ time: new Date().toISOString(), level, msg, ...fields })}\n`);
  };
