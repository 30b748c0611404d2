// The staff channel: a second path in addition to email, in case email is broken. Notices wait in the database until
// they are posted.
import { workerAbsentSeconds, workerAbsentText } from './kinds.ts'
import type { NotificationDeps, StaffNotice, StaffTarget } from './ports.ts'

export const startWorkerAdvice = 'Start a process with ROLE=worker or ROLE=all.'

/** Maximum number of notices per round. */
const roundLimit = 5
/**
 * Longer than a round takes, whose posts time out after ten seconds. When it expires, other processes take over the
 * notices of a dead process.
 */
const leaseSeconds = 120
/** Delay after the first failure; doubled after each further failure, up to an hour. */
const waitSeconds = 30
const maxWaitSeconds = 3600
/** Age after which an unposted notice is dropped. Email and the desk still show it. */
const keptHours = 24

type Deps = Pick<NotificationDeps, 'staffChannel' | 'staffNotices' | 'baseUrl' | 'log'>

/** Posts the due notices. Returns how many were posted. */
export async function postNotices({
  staffChannel,
  staffNotices,
  baseUrl,
  log,
}: Deps): Promise<number> {
  if (staffChannel === null) return 0
  const { targets } = staffChannel
  const due = await staffNotices.claim({ limit: roundLimit, leaseSeconds, targets })
  let posted = 0
  for (const { id, attempts, ...notice } of due) {
    try {
      await staffChannel.post({ id, ...notice, url: `${baseUrl}${notice.path}` })
      await staffNotices.remove(id)
      posted += 1
    } catch (error) {
      log.warn('notifications.not_posted', { attempts, error })
      const seconds = Math.min(maxWaitSeconds, waitSeconds * 2 ** (attempts - 1))
      await staffNotices.postpone(id, { seconds, keptHours })
    }
  }
  return posted
}

const repeatSeconds = 3600

const workerAbsent: StaffNotice = {
  title: 'No worker is running',
  text: `No worker has reported for ${workerAbsentText}: nothing is emailed, settled, sliced or generated. ${startWorkerAdvice}`,
  path: '/operator/system',
}

/**
 * Reports missing workers from web processes, because a worker cannot report its absence. At most once an hour, over
 * all processes.
 */
export async function watchWorkers(deps: Deps): Promise<void> {
  if (deps.staffChannel === null) return
  const { targets } = deps.staffChannel
  await deps.staffNotices.addIfNoWorker(workerAbsent, {
    absentSeconds: workerAbsentSeconds,
    repeatSeconds,
    targets,
  })
  await postNotices(deps)
}

/** `problem`: why the target did not accept the notice; null = accepted. */
export type TestPost = { readonly target: StaffTarget; readonly problem: string | null }

/**
 * Posts a notice to all targets concurrently and waits for the responses. Returns an empty list if no channel is
 * configured.
 */
export async function postTest({
  staffChannel,
  baseUrl,
  ids,
  clock,
}: Pick<NotificationDeps, 'staffChannel' | 'baseUrl' | 'ids' | 'clock'>): Promise<
  readonly TestPost[]
> {
  if (staffChannel === null) return []
  const notice = {
    id: ids.uuid(),
    at: clock.now(),
    title: 'A test',
    text: 'An operator posted this from the settings of the desk. Nothing has happened.',
    url: `${baseUrl}/operator/settings`,
  }
  return await Promise.all(
    staffChannel.targets.map(async (target) => {
      try {
        await staffChannel.post({ ...notice, target })
        return { target, problem: null }
      } catch (error) {
        return { target, problem: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
