// Waiting for somebody who may never answer, and who may not listen when he is called off either.

/** Rejects with the signal's reason; what does not listen to it is left behind. */
export function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    const stopListening = () => signal.removeEventListener('abort', leave)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(stopListening)
  })
}

/** null = the time is over. Rejects when `outer` is aborted: nobody waits any more. */
export async function withTimeout<T>(
  ms: number,
  outer: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const timer = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([outer, timer])
  try {
    return await abortable(signal, call(signal))
  } catch (error) {
    if (!timer.aborted || outer.aborted) throw error
    return null
  }
}
