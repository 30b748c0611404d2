// Database connections of one process.

/**
 * The worker needs the minimum: each of its two queues listens on a connection, and one task may hold a connection
 * while another works. Above the maximum, connections would only wait for the same processors.
 */
export const processConnections = { min: 5, max: 20 } as const
