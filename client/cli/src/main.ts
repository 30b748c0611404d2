// svc: the process that runs the program.
import { writeSync } from 'node:fs'
import type { Interruption } from './command/command.ts'
import { runProgram, sourceVersion } from './program.ts'
import { exitCodes } from './terminal/exit-codes.ts'
import { createTerminal } from './terminal/terminal.ts'

/** Set by bundle.ts. */
declare const svcVersion: string | undefined

const words = process.argv.slice(2)
const terminal = createTerminal(process.env)
const interruption: Interruption = { doubt: null, hint: null }

// `svc orders | head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(exitCodes.done)
})
process.once('SIGINT', () => {
  const { doubt, hint } = interruption
  const message =
    doubt ?? `Interrupted. Nothing was ordered or charged.${hint === null ? '' : ` ${hint}`}`
  const exitCode = doubt === null ? exitCodes.interrupted : exitCodes.unknown
  const clear = terminal.hasProgress ? '\r\u001b[2K' : ''
  // Synchronous, because the process exits immediately.
  writeSync(2, `${clear}${message}\n`)
  if (words.includes('--json')) writeSync(1, `${JSON.stringify({ error: message, exitCode })}\n`)
  process.exit(exitCode)
})

process.exitCode = await runProgram({
  words,
  terminal,
  environment: process.env,
  version: typeof svcVersion === 'string' ? svcVersion : sourceVersion,
  interruption,
}).catch((error: unknown) => {
  // The exit code differs from that of a refusal, after which nothing was charged.
  terminal.note(error instanceof Error ? String(error.stack) : String(error))
  return exitCodes.broken
})
