import type { Log } from '../domain/base/ports.ts'

/** Closes by name. */
type Closers = Readonly<Record<string, () => unknown>>

/** Closes one after another. A failure is logged, and the others are closed nevertheless. Throws the first failure at the end. */
export async function closeParts(closers: Closers, log: Pick<Log, 'error'>): Promise<void> {
  const failures: unknown[] = []
  for (const [part, close] of Object.entries(closers)) {
    try {
      await close()
    } catch (error) {
      failures.push(error)
      log.error('service.not_closed', { part, error })
    }
  }
  if (failures.length > 0) throw failures[0]
}
