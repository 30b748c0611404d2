/** Time limit of a measurement, on the server and in the browser. */
export const measureTimeoutMs = 30_000
