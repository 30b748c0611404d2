// Progress on stderr, because stdout is reserved for the rows. On a terminal, one line is
// overwritten; otherwise each pair gets a line.

export type Progress = {
  readonly scenario: (name: string, minutes: number) => void
  readonly step: (done: number, of: number) => void
  /** Prints a separate line. */
  readonly say: (text: string) => void
  /** Clears the progress line before other output is printed. */
  readonly clear: () => void
  readonly end: () => void
}

export type ProgressOptions = {
  /** Planned time of all scenarios that will run. */
  readonly minutes: number
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  readonly nowMs: () => number
}

export function createProgress({ minutes, write, isTerminal, nowMs }: ProgressOptions): Progress {
  let current = { name: '', minutes: 0, startedAt: nowMs(), done: 0, of: 0 }
  let laterMinutes = minutes
  const line = () => {
    const elapsedMs = nowMs() - current.startedAt
    const left = secondsLeft({ ...current, elapsedMs }) + 60 * laterMinutes
    const pairs = current.of > 0 ? ` ${current.done}/${current.of}` : ''
    return `${current.name}${pairs}, ${clock(elapsedMs / 1000)}, about ${clock(left)} left`
  }
  const clear = () => {
    if (isTerminal) write('\r\x1b[2K')
  }
  const draw = () => {
    if (isTerminal && current.name !== '') write(`\r\x1b[2K${line()}`)
  }
  const timer = isTerminal ? setInterval(draw, 500) : undefined
  timer?.unref()
  const say = (text: string) => {
    clear()
    write(`${text}\n`)
    draw()
  }
  return {
    scenario: (name, planned) => {
      current = { name, minutes: planned, startedAt: nowMs(), done: 0, of: 0 }
      laterMinutes = Math.max(0, laterMinutes - planned)
      if (isTerminal) {
        draw()
      } else {
        say(line())
      }
    },
    step: (done, of) => {
      current = { ...current, done, of }
      if (isTerminal) {
        draw()
      } else {
        say(line())
      }
    },
    say,
    clear,
    end: () => {
      clearInterval(timer)
      clear()
      current = { ...current, name: '' }
    },
  }
}

type Current = {
  readonly minutes: number
  readonly elapsedMs: number
  readonly done: number
  readonly of: number
}

/**
 * Returns the remaining seconds of the running scenario: as planned, or extrapolated from its pairs
 * after a quarter of them.
 */
export function secondsLeft({ minutes, elapsedMs, done, of }: Current): number {
  if (of > 0 && done >= of / 4 && done > 0) return (elapsedMs / 1000 / done) * (of - done)
  return Math.max(0, 60 * minutes - elapsedMs / 1000)
}

/** Formats seconds: 75 becomes 1:15. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
