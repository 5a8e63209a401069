/** Version of this release (semver). A unit test checks that every package.json has it. */
export const WEFT_VERSION = '0.1.0';

/** Version of the messages between agent and server. A server accepts this version and the one before. */
export const AGENT_PROTOCOL = 1;

export const isSupportedAgentProtocol = (protocol: number): boolean => protocol === AGENT_PROTOCOL || protocol === AGENT_PROTOCOL - 1;
