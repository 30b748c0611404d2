/** A measurement that takes longer is given up, on the server and in the browser. */
export const measureTimeoutMs = 30_000
