// The interface of a scenario. bench/scenarios.ts lists them all.
import type { RealServer } from './processes.ts'
import type { Row } from './row.ts'

export type Scenario = {
  /** Name in `npm run bench -- NAME`. */
  readonly name: string
  /** One line that says what is measured. */
  readonly title: string
  /** One line that says what it is compared with. */
  readonly baseline: string
  /** Duration on two quiet cores, in minutes, rounded up. */
  readonly minutes: number
  /**
   * Duration with `--quick`. Absent: `--quick` skips the scenario. All scenarios together take
   * three minutes.
   */
  readonly quickMinutes?: number
  /** Runs only when it is named, because it takes an hour or writes into the repository. */
  readonly onlyNamed?: true
  readonly needs?: readonly Need[]
  /** Returns its rows, or passes them to `bench.row` one by one. Throws when a result is wrong. */
  readonly run: (bench: Bench) => Promise<Row | readonly Row[] | null | undefined>
}

/** A program or a peer that may be missing. */
export type Need = {
  readonly name: string
  /** Returns `null` when it is available, otherwise how to install it. */
  readonly missing: () => string | null
}

export type Bench = {
  /** A server in local mode on `databaseUrl`, in a separate process. */
  readonly server: RealServer
  /** URL of a temporary Postgres for the run. */
  readonly databaseUrl: string
  readonly quick: boolean
  /** Returns the first number, or the second one with `--quick`. */
  readonly choose: (full: number, quick: number) => number
  /** Shows progress and the remaining time. Call it after each pair or run. */
  readonly step: (done: number, of: number) => void
  /**
   * Prints and saves rows immediately, so that an interrupted run keeps them. Rows are judged by
   * the load since the last call, so pass rows that were measured together in one call.
   */
  readonly row: (...rows: readonly Row[]) => Promise<void>
}

/** Returns the need for a program on PATH. */
export function program(name: string, install: string): Need {
  return {
    name,
    missing: () => (Bun.which(name) === null ? `${name} is not on PATH: ${install}` : null),
  }
}
