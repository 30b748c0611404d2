// Minutes that a test cannot wait for. Only lengths that nothing but the code under test uses may be shortened.

/** `shorten` gets what is asked for and returns what is waited, in ms. Until the returned function is called. */
export function shortTimers(shorten: (ms: number) => number): () => void {
  const { setTimeout: pause } = globalThis
  const { timeout } = AbortSignal
  Object.assign(globalThis, {
    setTimeout: (run: () => void, ms = 0) => pause(run, shorten(ms)),
  })
  Object.assign(AbortSignal, { timeout: (ms: number) => timeout(shorten(ms)) })
  return () => {
    Object.assign(globalThis, { setTimeout: pause })
    Object.assign(AbortSignal, { timeout })
  }
}
