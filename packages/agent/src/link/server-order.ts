/**
 * Order in which one agent tries its servers: each agent starts at a random one, forwards or backwards. So the agents spread over the servers, and those of
 * a server that dies spread over the others.
 */
export function serverOrder(servers: readonly string[], random: () => number = Math.random): (turn: number) => string {
  const start = Math.floor(random() * servers.length);
  const step = random() < 0.5 ? 1 : servers.length - 1;
  return (turn) => servers[(start + turn * step) % servers.length] ?? '';
}
