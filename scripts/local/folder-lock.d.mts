export function lockFolder(folder: string, what: string): Promise<() => Promise<void>>;
