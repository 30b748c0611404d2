// What every command has, gets and returns.

import type { LocalState } from '../service/local-state.ts'
import type { Session } from '../service/session.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import type { Arguments, OptionSpec } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type Context = {
  readonly args: Arguments
  readonly terminal: Terminal
  readonly environment: NodeJS.ProcessEnv
  readonly version: string
  readonly state: LocalState
  /** Opened when it is first needed, so that commands that send nothing need no valid key. */
  readonly session: () => Promise<Session>
  readonly interruption: Interruption
}

/** What Ctrl-C says. */
export type Interruption = {
  /** While set, something may have been charged or spent; the text names the command that finds out. */
  doubt: string | null
  /** How to go on, where nothing may have been charged. */
  hint: string | null
}

export type CommandResult = {
  readonly exitCode?: ExitCode
  /** The value of `--json`. */
  readonly json: unknown
  /** The result for people. */
  readonly lines: readonly string[]
}

export type Command = {
  readonly name: string
  readonly summary: string
  /** After `svc <name>`, such as `FILE`. */
  readonly words: string
  readonly maxWords: number
  /** Words that a shell offers in place of files. */
  readonly wordChoices?: readonly string[]
  readonly options: readonly OptionSpec[]
  /** Paragraphs and examples below the options. */
  readonly notes?: readonly string[]
  readonly run: (context: Context) => Promise<CommandResult>
}
