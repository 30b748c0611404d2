// A program on a host, restarted a second after it ended, as a service manager would do.
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { baseEnvironment, findProgram } from '../lib/commands.ts'
import { enter, type HostName } from './network.ts'

export type Program = {
  readonly host: HostName
  readonly name: string
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Working folder; `/` when omitted. */
  readonly folder?: string
  /** Account of the process; null: that of this process. */
  readonly account: { readonly uid: number; readonly gid: number } | null
  readonly logFile: string
}

export type Supervised = Pick<Program, 'host' | 'name'> & {
  readonly start: () => void
  /** Kills the program with -9; it stays down until `start`. */
  readonly kill: () => void
}

const restartAfterMs = 1_000

export function supervise(program: Program): Supervised {
  const { host, name, command, env, account, logFile } = program
  const log = openSync(logFile, 'a', 0o644)
  const [first = '', ...args] = [...enter(host), ...asAccount(account), ...command]
  let wanted = false
  let child: ChildProcess | null = null

  const launch = () => {
    if (!wanted || child !== null) return
    const started = spawn(first, args, {
      cwd: program.folder ?? '/',
      env: { ...baseEnvironment(), ...env },
      stdio: ['ignore', log, log],
    })
    child = started
    started.once('exit', () => {
      child = null
      setTimeout(launch, restartAfterMs)
    })
  }
  return {
    host,
    name,
    start: () => {
      wanted = true
      launch()
    },
    kill: () => {
      wanted = false
      child?.kill('SIGKILL')
    },
  }
}

const asAccount = (account: Program['account']): readonly string[] =>
  account === null
    ? []
    : [
        ...[findProgram('setpriv') ?? 'setpriv', `--reuid=${account.uid}`],
        ...[`--regid=${account.gid}`, '--clear-groups'],
      ]
