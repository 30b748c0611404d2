// How deep random tests go.

/** What `npm test` draws of the cases of a random test, so that it stays short. `.ci/run` draws all of them: TEST_DEPTH=full. */
const quickShare = 1 / 10

/** Whether every case of every test is wanted, however long it takes. */
export const isFullDepth = process.env['TEST_DEPTH'] === 'full'

/** `all`, or a tenth of it in a quick run. */
export const cases = (all: number): number => (isFullDepth ? all : Math.ceil(all * quickShare))
