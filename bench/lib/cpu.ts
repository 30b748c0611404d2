// Processor time of processes, from the kernel (Linux with glibc).
import { dlopen, ptr } from 'bun:ffi'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

let clock: ((id: number, time: BigInt64Array) => number) | null = null

/**
 * Returns user and system time in milliseconds, to the nanosecond; 0 for a terminated process. Includes terminated threads, which
 * the times of the threads in /proc would omit. /proc/PID/stat is precise only to hundredths of a second.
 */
export function cpuMsOf(pid: number): number {
  clock ??= openClock()
  const time = new BigInt64Array(2)
  // Id of another process's clock (clock_getcpuclockid): the inverted process id, and 2 for the
  // scheduler's time.
  if (clock((~pid << 3) | 2, time) !== 0) return 0
  return Number(time[0]) * 1e3 + Number(time[1]) / 1e6
}

function openClock(): (id: number, time: BigInt64Array) => number {
  const { symbols } = dlopen('libc.so.6', {
    clock_gettime: { args: ['i32', 'ptr'], returns: 'i32' },
  })
  return (id, time) => symbols.clock_gettime(id, ptr(time))
}

/** Returns the running child processes of a process. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldsOf(Number(name))[1] === String(pid))
    .map(Number)

/**
 * Returns the time of the server and all its processes. Times of terminated processes are
 * accurate to 10 ms.
 */
export async function postgresCpuMs(databaseUrl: string): Promise<number> {
  const postmaster = await postmasterOf(databaseUrl)
  // Read before the running processes: a process that terminates in between is omitted instead of
  // counted twice. Fields 16 and 17.
  const [ended = 0, endedInKernel = 0] = fieldsOf(postmaster).slice(13, 15).map(Number)
  const running = childrenOf(postmaster).reduce((sum, pid) => sum + cpuMsOf(pid), 0)
  return running + cpuMsOf(postmaster) + 10 * (ended + endedInKernel)
}

/**
 * Postmaster process ids by URL. A new query would start and stop a server process during the
 * measurement.
 */
const postmasters = new Map<string, number>()

async function postmasterOf(databaseUrl: string): Promise<number> {
  const known = postmasters.get(databaseUrl)
  if (known !== undefined) return known
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = Number(fieldsOf(rows[0]?.pid ?? 0)[1])
  await client.end()
  if (!(postmaster > 0)) throw new Error('the database server is not on this machine')
  postmasters.set(databaseUrl, postmaster)
  return postmaster
}

/**
 * Returns the fields of the process's status from the third on. The name of the command before them
 * may contain spaces.
 */
function fieldsOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // The process has terminated since the folder was read.
    return []
  }
}
