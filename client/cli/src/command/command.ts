// Parts that every command shares: declaration, arguments, result.

import type { LocalState } from '../service/local-state.ts'
import type { Session } from '../service/session.ts'
import type { ExitCode } from '../terminal/exit-codes.ts'
import type { Arguments, OptionSpec } from '../terminal/options.ts'
import type { Terminal } from '../terminal/terminal.ts'

export type Context = {
  /** Name of the command. */
  readonly command: string
  readonly args: Arguments
  readonly terminal: Terminal
  readonly environment: NodeJS.ProcessEnv
  readonly version: string
  readonly state: LocalState
  /** Opened on first use, so that commands that send nothing need no valid key. */
  readonly session: () => Promise<Session>
  readonly interruption: Interruption
}

/** Message for Ctrl-C. */
export type Interruption = {
  /** Set while something may have been charged or spent. The text names the command that finds out. */
  doubt: string | null
  /** How to continue, if nothing may have been charged. */
  hint: string | null
}

export type CommandResult = {
  readonly exitCode?: ExitCode
  /** Value of `--json`. */
  readonly json: unknown
  /** Result for users. */
  readonly lines: readonly string[]
}

export type Command = {
  readonly name: string
  readonly summary: string
  /** Positional arguments after `svc <name>`, such as `FILE`. */
  readonly words: string
  readonly maxWords: number
  /** Words that a shell completes instead of files. */
  readonly wordChoices?: readonly string[]
  readonly options: readonly OptionSpec[]
  /** Paragraphs and examples below the options. */
  readonly notes?: readonly string[]
  readonly run: (context: Context) => Promise<CommandResult>
}
