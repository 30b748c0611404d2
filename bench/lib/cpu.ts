// Processor time of processes, from the kernel (Linux).
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** User and system time of all threads that live, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const times = tasksOf(tasks).map((id) => nanosecondsOf(`${tasks}/${id}/schedstat`))
  return times.reduce((sum, time) => sum + time, 0) / 1e6
}

/** The processes that a process started and that live. */
export const childrenOf = (pid: number): readonly number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldsOf(Number(name))[1] === String(pid))
    .map(Number)

/** The time of the server and all its processes; those that have ended are counted to a hundredth of a second. */
export async function postgresCpuMs(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid ?? 0
  const [, postmaster = ''] = fieldsOf(backend)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(backend))
    .filter((name) => fieldsOf(Number(name))[1] === postmaster)
  const running = children.reduce((sum, name) => sum + cpuMsOf(Number(name)), 0)
  await client.end()
  // Fields 16 and 17: the time of children that have ended, in hundredths of a second.
  const [ended = 0, endedInKernel = 0] = fieldsOf(Number(postmaster)).slice(13, 15).map(Number)
  return running + cpuMsOf(Number(postmaster)) + 10 * (ended + endedInKernel)
}

/** From the third field of the process's status on. The name of the command before them may hold spaces. */
function fieldsOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended since the folder was read.
    return []
  }
}

function tasksOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function nanosecondsOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
