// The time limit of files whose tests start programs, kill processes or compare many cases.

/** Milliseconds: ten minutes. Only a test that hangs reaches it. */
export const slowTestMs = 600_000
