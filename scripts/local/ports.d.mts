export function portFromText(option: string, text: string): number;
export function processListens(pid: number, port: number): boolean;
export function portProblem(port: number, another: string): Promise<string | undefined>;
