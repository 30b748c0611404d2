// Several web processes on one port: a signal to all of them, as systemd and Ctrl-C send it, interrupts nothing.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { CHARGE } from '../../testing/faults/processor-gate.ts'
import { openStage } from '../../testing/faults/stage.ts'
import { waitUntil } from '../../testing/service/real-server.ts'
import { slowTestMs } from '../../testing/slow-tests.ts'
import { closing } from '../../testing/use.ts'

setDefaultTimeout(slowTestMs)
const SUBMITS = 12

test.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGINT'] as const)(
  '%s to parent and siblings, sent twice: every running submit is charged and answered',
  async (signal) => {
    await using stage = closing(await openStage({ env: { WEB_CONCURRENCY: '3' } }))
    const parent = stage.server.pid()
    await waitUntil('both siblings listen', () => listening(stage.server.logs()) === 3)
    const account = await stage.account()
    const charges = Array.from({ length: SUBMITS }, () => stage.gate.hold(CHARGE, 'request'))
    const responses = Array.from({ length: SUBMITS }, () =>
      stage.submit(account).then(
        ({ status }) => status,
        () => 'cut off',
      ),
    )
    await Promise.all(charges.map(({ reached }) => reached))
    const all = [parent, ...childrenOf(parent)]
    expect(all).toHaveLength(3)
    for (const pid of all) process.kill(pid, signal)
    // A launcher forwards its signal, so the parent receives it twice.
    const code = stage.server.stop()
    await waitUntil('every process stops', () => stopping(stage.server.logs()) === 3)
    for (const { release } of charges) release()
    expect(await Promise.all(responses)).toEqual(responses.map(() => 201))
    expect(await code).toBe(0)
    expect(all.filter(isThere)).toEqual([])
    expect(await stage.standIn.control.charges()).toMatchObject({ succeeded: SUBMITS })
  },
)

type Lines = readonly { readonly event: string }[]
const listening = (lines: Lines) =>
  lines.filter(({ event }) => event === 'process.listening').length
const stopping = (lines: Lines) => lines.filter(({ event }) => event === 'process.stopping').length

/** Returns processes that `parent` started, except threads and zombies. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isSibling(pid, parent))
}

function isSibling(pid: number, parent: number): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return status.includes(`PPid:\t${parent}\n`) && command.includes('--web-process')
  } catch {
    return false // Ended meanwhile.
  }
}

function isThere(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ')
  } catch {
    return false
  }
}
