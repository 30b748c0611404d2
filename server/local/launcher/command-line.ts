// Parses the arguments of the commands in package.json. Wrong arguments print the problem and the usage, and exit with code 2.
import { type ParseArgsConfig, parseArgs } from 'node:util'

type Grammar = Pick<ParseArgsConfig, 'options' | 'allowPositionals'>

export type CommandLine<T extends Grammar> = ReturnType<
  typeof parseArgs<T & { args: string[] }>
> & {
  readonly refuse: (problem: string) => never
  /** Rejects everything except a whole number. */
  readonly wholeNumber: (name: string, text: string, least: number) => number
}

/** Parses the command line. `usage` has one or more lines and begins with the command. `--help` prints it and exits with 0. */
export function readCommandLine<const T extends Grammar>(
  usage: string,
  grammar: T,
  args: readonly string[] = process.argv.slice(2),
): CommandLine<T> {
  const refuse = (problem: string): never => {
    console.error(`${problem}\n${usageLines(usage)}`)
    process.exit(2)
  }
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(usageLines(usage))
    process.exit(0)
  }
  const wholeNumber = (name: string, text: string, least: number): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
    if (Number.isSafeInteger(number) && number >= least) return number
    return refuse(`${name} must be a whole number from ${least} on, but is "${text}".`)
  }
  try {
    return { ...parseArgs({ ...grammar, args: [...args] }), refuse, wholeNumber }
  } catch (error) {
    return refuse(`${problemOf(error)}.`)
  }
}

/** Rejects all arguments, for a command that takes none. */
export function refuseArguments(usage: string): void {
  readCommandLine(usage, { options: {} })
}

/** Returns the first sentence of the message. The rest is advice for programs that take files named like options. */
export function problemOf(error: unknown): string {
  const [problem = ''] = (error instanceof Error ? error.message : String(error)).split(
    /\.(?: |$)|\n/,
  )
  return problem
}

const usageLines = (usage: string) => `Usage: ${usage.trim()}`
