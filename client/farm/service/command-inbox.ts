// Asks the farm for operators' commands, once for all printers of the client.

import { Refused } from '../http.ts'
import { messageOf } from '../work/runner-deps.ts'
import type { Command, Desk } from './desk.ts'

/** Pause after a refusal, such as that of a service that has no commands yet, in ms. */
const refusedPauseMs = 60_000

export type CommandInbox = {
  /** Returns the open command of the printer, at most one polling interval old; null = none. Never throws. */
  readonly next: (printer: string) => Promise<Command | null>
}

export function createInbox(
  desk: Pick<Desk, 'commands'>,
  pollMs: number,
  log: (line: string) => void,
): CommandInbox {
  let askAt = 0
  let asking: Promise<readonly Command[]> = Promise.resolve([])
  let lastProblem = ''
  const ask = async (): Promise<readonly Command[]> => {
    try {
      const commands = await desk.commands()
      lastProblem = ''
      return commands
    } catch (error) {
      const problem = messageOf(error)
      if (problem !== lastProblem) log(`Commands of the desk could not be read. ${problem}`)
      lastProblem = problem
      if (error instanceof Refused) askAt = Date.now() + refusedPauseMs
      return []
    }
  }
  return {
    next: async (printer) => {
      if (Date.now() >= askAt) {
        askAt = Date.now() + pollMs
        asking = ask()
      }
      return (await asking).find((command) => command.printer === printer) ?? null
    },
  }
}
