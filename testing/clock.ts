// A clock that a test file can set.
import { afterEach, beforeEach, setSystemTime } from 'bun:test'

/** Sets the system time at the start of each test. Returns a function that lets that many seconds pass. */
export function useSetTime(start: string): (seconds: number) => void {
  let now = 0
  beforeEach(() => {
    now = Date.parse(start)
    setSystemTime(now)
  })
  afterEach(() => setSystemTime())
  return (seconds) => {
    now += seconds * 1000
    setSystemTime(now)
  }
}
