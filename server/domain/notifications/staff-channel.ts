// The staff's channel: a second way besides mail, which may be what is broken. Notices wait in the database until they are posted.
import type { NotificationDeps, StaffNotice, StaffTarget } from './ports.ts'

/** Notices of one round. */
const roundLimit = 5
/** Longer than a round takes, whose posts wait ten seconds at most. After it, a notice of a process that died is left to others. */
const leaseSeconds = 120
/** The pause after a failure; each further one doubles it, up to an hour. */
const waitSeconds = 30
const maxWaitSeconds = 3600
/** A notice that could not be posted for this long is dropped: mail and the desk have it. */
const keptHours = 24

type Deps = Pick<NotificationDeps, 'staffChannel' | 'staffNotices' | 'baseUrl' | 'log'>

/** Posts what is due. Returns how many notices were posted. */
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

/** Workers report every two seconds; a restart takes less than this. */
const absentSeconds = 120
const repeatSeconds = 3600

const workerAbsent: StaffNotice = {
  title: 'No worker is running',
  text: 'No worker has reported for two minutes: nothing is mailed, settled, sliced or generated. Start a process with ROLE=worker or ROLE=all.',
  path: '/operator/system',
}

/** For processes that serve requests: a worker cannot report its own absence. At most once an hour, over all processes. */
export async function watchWorkers(deps: Deps): Promise<void> {
  if (deps.staffChannel === null) return
  const { targets } = deps.staffChannel
  await deps.staffNotices.addIfNoWorker(workerAbsent, { absentSeconds, repeatSeconds, targets })
  await postNotices(deps)
}

/** `problem`: why the target did not take the notice; null = it did. */
export type TestPost = { readonly target: StaffTarget; readonly problem: string | null }

/** Posts a notice to every target at once, and waits for the responses. Empty where no channel is configured. */
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
