// Waits for work that may never finish and may ignore an abort signal.

/** Rejects with the signal's reason when it is aborted, even if the work ignores the signal and continues. */
export function rejectOnAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const stopListening = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) {
      onAbort()
    } else {
      signal.addEventListener('abort', onAbort, { once: true })
    }
    work.then(resolve, reject).finally(stopListening)
  })
}

/** Returns null on a timeout. Rejects when `outer` is aborted. */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const timer = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([outer, timer])
  try {
    return await rejectOnAbort(signal, call(signal))
  } catch (error) {
    if (!timer.aborted || outer.aborted) throw error
    return null
  }
}
