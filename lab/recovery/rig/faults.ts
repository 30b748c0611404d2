// Faults and their repair. `primary` is the host that was the primary when the fault began.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendSignal } from '../../../server/local/postgres/process.ts'
import type { Farm } from './farm.ts'
import { block, cut, type HostName, hostNames, processesOf, reconnect } from './network.ts'
import { configure, waitForStandbys } from './patroni-state.ts'

export type Fault = {
  readonly name: string
  readonly strike: (farm: Farm, primary: HostName) => Promise<void>
  readonly fix: (farm: Farm, primary: HostName) => Promise<void>
  /** Duration in milliseconds. */
  readonly forMs: number
  /** True when no order can be accepted until the repair: the time without an order is then measured from the repair. */
  readonly stopsAll?: boolean
  /** True for the control: committed orders are lost, and the checks have to detect that. */
  readonly loses?: boolean
}

const others = (host: HostName) => hostNames.filter((name) => name !== host)
const nothing = async () => undefined

/** Isolates hosts from each other only: clients and the card processor still reach all of them. */
const isolate = async (_: Farm, primary: HostName) => {
  for (const host of others(primary)) await cut(primary, host)
}

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the primary postgres',
    strike: async (_, primary) => signalPostgres(primary, 'SIGKILL'),
    fix: nothing,
    forMs: 30_000,
  },
  {
    name: 'all processes of its host die',
    strike: async ({ programs }, primary) => {
      for (const program of programs) if (program.host === primary) program.kill()
      for (const pid of await processesOf(primary)) sendSignal(pid, 'SIGKILL')
    },
    fix: async ({ programs }, primary) => {
      for (const program of programs) if (program.host === primary) program.start()
    },
    forMs: 40_000,
  },
  {
    name: 'its network falls silent',
    strike: async (_, primary) => {
      for (const place of [...others(primary), 'outside'] as const) await cut(primary, place)
    },
    fix: reconnect,
    forMs: 40_000,
  },
  {
    name: 'one standby hears nothing from it',
    strike: async (_, primary) => {
      const [standby] = others(primary)
      if (standby !== undefined) await block(primary, standby)
    },
    fix: reconnect,
    forMs: 30_000,
  },
  {
    name: 'SIGSTOP of the primary postgres',
    strike: async (_, primary) => signalPostgres(primary, 'SIGSTOP'),
    fix: async (_, primary) => signalPostgres(primary, 'SIGCONT'),
    forMs: 40_000,
  },
  {
    name: 'two of three etcd are gone',
    strike: async ({ of }, primary) => {
      for (const host of others(primary)) of(host, 'etcd').kill()
    },
    fix: async ({ of }, primary) => {
      for (const host of others(primary)) of(host, 'etcd').start()
    },
    forMs: 25_000,
    stopsAll: true,
  },
  {
    name: 'it is cut off from the other hosts',
    strike: isolate,
    fix: reconnect,
    forMs: 40_000,
  },
  {
    name: 'CONTROL: the same with asynchronous commits',
    strike: async (farm, primary) => {
      await configure({ synchronous_mode: false, synchronous_mode_strict: false })
      await waitForStandbys('replica')
      await sleep(5_000)
      await isolate(farm, primary)
    },
    fix: reconnect,
    forMs: 40_000,
    loses: true,
  },
]

/** Sends a signal to the server and all its sessions. */
async function signalPostgres(host: HostName, signal: NodeJS.Signals): Promise<void> {
  const isPostgres = (pid: number) => readName(pid) === 'postgres'
  const pids = (await processesOf(host)).filter(isPostgres)
  if (pids.length === 0 && signal !== 'SIGCONT') {
    throw new Error(`There is no postgres on ${host}.`)
  }
  for (const pid of pids) sendSignal(pid, signal)
}

function readName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return '' // The process has ended.
  }
}
