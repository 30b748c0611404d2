// Runs programs until they end.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type RunOptions = {
  /** Account of the process; that of this process when omitted or null. */
  readonly account?: { readonly uid: number; readonly gid: number } | null
  /** Variables in addition to PATH and LANG, the only ones of this process that are passed on. */
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

/**
 * Returns the output of the program on stdout. Throws a sentence with its last lines when it fails or takes too long.
 */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  const { account = null, env = {}, timeoutMs = 120_000 } = options
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: '/',
    env: { ...baseEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  const [out, err, end] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<string | null>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('close', (code, signal) => resolve(code === 0 ? null : `${signal ?? code}`))
    }),
  ])
  if (end === null) return out
  const lines = `${out}\n${err}`.trim().split('\n').slice(-6).join('\n')
  throw new Error(`${program} failed (${end}): ${command.slice(1).join(' ')}\n${lines}`)
}

/** Folders that are not on the PATH of every account. */
const systemFolders = ['/usr/sbin', '/sbin']

/** Returns the environment of third-party programs. */
export const baseEnvironment = (): Record<string, string> => ({
  PATH: [process.env['PATH'] ?? '', ...systemFolders].join(delimiter),
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
})

/** Returns the path of a program on PATH or in a system folder; null when it is not installed. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...systemFolders]
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  return found ?? null
}

/** Returns whether the command ends without an error. */
export const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  stream.setEncoding('utf8')
  for await (const part of stream) text += String(part)
  return text
}
