// Storage that accepts nothing, for models that are delivered without it.
import type { TestService } from '../service/service.ts'
import { hurryRetries } from '../service/short-timers.ts'

/**
 * Makes each store fail after its minutes of retries, with short pauses. Returns a function that ends this, and by
 * how much the clock has moved.
 */
export function fillStorage(service: Pick<TestService, 'replace' | 'advance'>): {
  readonly end: () => void
  readonly minutes: () => number
} {
  const restoreTimers = hurryRetries()
  let minutes = 0
  const putFile = () => {
    service.advance(6 * 60)
    minutes += 6
    return Promise.reject(new Error('the bucket is full'))
  }
  const restoreStorage = service.replace({ objects: { putFile } })
  const end = () => {
    restoreTimers()
    restoreStorage()
  }
  return { end, minutes: () => minutes }
}
