// Exit codes of the commands, for scripts. README.md and `svc --help` print this table.

export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  unpaid: 3,
  unknown: 4,
  unavailable: 5,
  credentials: 6,
  cancelled: 7,
  broken: 70,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.done, 'Done.'],
  [
    exitCodes.refused,
    'The service refused the request, or the part cannot be printed. Nothing was charged.',
  ],
  [exitCodes.usage, 'The command or a file on this machine is wrong. Nothing was ordered.'],
  [
    exitCodes.unpaid,
    'The order exists but is not paid: the card was declined, or there is none. Pay at its payment page.',
  ],
  [
    exitCodes.unknown,
    'Whether the order was placed and charged is not known yet. The message names the command that finds out.',
  ],
  [
    exitCodes.unavailable,
    'The service cannot be reached or is busy, or a rate limit is used up: try again later. Or the time of --for has passed: wait again.',
  ],
  [
    exitCodes.credentials,
    'There is no API key, it is not valid, or the file that holds it is not safe.',
  ],
  [exitCodes.cancelled, 'You answered no. Nothing was charged.'],
  [exitCodes.broken, 'svc itself failed, which is a bug; the message has its stack.'],
  [exitCodes.interrupted, 'Interrupted by Ctrl-C before anything could be charged.'],
]

/** Failure with its exit code. `fields` are added to the JSON of `--json`. */
export class CliError extends Error {
  readonly exitCode: ExitCode
  readonly fields: Readonly<Record<string, unknown>>

  constructor(exitCode: ExitCode, message: string, fields: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'CliError'
    this.exitCode = exitCode
    this.fields = fields
  }
}

export const usageError = (message: string): CliError => new CliError(exitCodes.usage, message)

export const refuse = (message: string): CliError => new CliError(exitCodes.refused, message)
