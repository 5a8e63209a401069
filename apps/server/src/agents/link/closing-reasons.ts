/** Why a server closes the connection of an agent, for the log of the agent. */
export const SUPERSEDED = 'The node has a newer connection.';
export const MOVE = 'This server has more agents than its share: connect to another one.';
export const STOPPING = 'The server is stopping: connect to another one.';
export const REMOVED = 'The node was removed: enroll it again with a new token.';
