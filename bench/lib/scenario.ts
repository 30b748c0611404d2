// The interface of a scenario. bench/scenarios.ts lists them all.
import type { RealServer } from './processes.ts'
import type { Row } from './row.ts'

export type Scenario = {
  /** The name in `npm run bench -- NAME`. */
  readonly name: string
  /** One line: what is measured. */
  readonly title: string
  /** One line: what it is compared with. */
  readonly baseline: string
  /** On two quiet cores, rounded up. */
  readonly minutes: number
  /** With `--quick`; left out of it where absent. All of them together take three minutes. */
  readonly quickMinutes?: number
  /** Only runs when it is named: an hour-long one, or one that writes into the repository. */
  readonly onlyNamed?: true
  readonly needs?: readonly Need[]
  /** Returns its rows, or hands them to `bench.row` one by one. Throws when a result is wrong. */
  readonly run: (bench: Bench) => Promise<Row | readonly Row[] | null | undefined>
}

/** A program or a peer that may be missing. */
export type Need = {
  readonly name: string
  /** `null` when it is there, otherwise how to get it. */
  readonly missing: () => string | null
}

export type Bench = {
  /** A server in local mode on `databaseUrl`, in a process of its own. */
  readonly server: RealServer
  /** A temporary Postgres of the run. */
  readonly databaseUrl: string
  readonly quick: boolean
  /** The first number, or the second one with `--quick`. */
  readonly choose: (full: number, quick: number) => number
  /** Call it after each pair or run: progress and the time left are shown. */
  readonly step: (done: number, of: number) => void
  /**
   * Prints and saves rows at once, so that an interrupted run keeps them. They are judged by the load since the last call, so that what
   * was measured together belongs into one call.
   */
  readonly row: (...rows: readonly Row[]) => Promise<void>
}

/** A program on PATH. */
export function program(name: string, install: string): Need {
  return {
    name,
    missing: () => (Bun.which(name) === null ? `${name} is not on PATH: ${install}` : null),
  }
}
