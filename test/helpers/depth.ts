// How deep random tests go.

/** What `npm test` draws of the cases of a random test, so that it stays short. `.ci/run` draws all of them: TEST_DEPTH=full. */
const quickShare = 1 / 5

/** `all`, or a fifth of it in a quick run. */
export const cases = (all: number): number =>
  process.env['TEST_DEPTH'] === 'full' ? all : Math.ceil(all * quickShare)
