/** The one version of this release (semver); a unit test holds every package.json to it. */
export const WEFT_VERSION = '0.1.0';

/** Version of the messages between agent and server. A server accepts this one and the one before. */
export const AGENT_PROTOCOL = 1;

export const isSupportedAgentProtocol = (protocol: number): boolean => protocol === AGENT_PROTOCOL || protocol === AGENT_PROTOCOL - 1;
