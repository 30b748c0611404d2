/** Interval of the worker's rounds, and of the heartbeats of processes. */
export const roundSeconds = 2
