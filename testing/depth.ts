// The depth of random tests.

/**
 * Share of a random test's cases that `npm test` draws, to stay short. `.ci/run` draws all of them: TEST_DEPTH=full.
 */
const quickShare = 1 / 10

/** Whether every case of every test runs, however long it takes. */
export const isFullDepth = process.env['TEST_DEPTH'] === 'full'

/** Returns `all`, or a tenth of it in a quick run. */
export const cases = (all: number): number => (isFullDepth ? all : Math.ceil(all * quickShare))
