// Notifies operators by email and in the staff channel about events that need attention (decisions.md 44): at most once
// every 10 minutes per kind and 40 times per hour in total, over all processes. The rest goes into a digest, which is
// limited like a separate kind.

import { keysOf } from '../base/keys-of.ts'
import type { Mail } from '../base/ports.ts'
import { limits } from '../limits/table.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'
import { digestLines, digestMail, notificationMail } from './notification-mail.ts'
import type { NotificationDeps, NotificationRound, StaffTarget } from './ports.ts'

const perKey = limits['operator-email']
const perFarm = limits['operator-email-all']
const digestKey = 'digest'

export type NotificationOutcome = { readonly sent: number; readonly deferred: number }

/**
 * Runs one round. Does nothing if there are neither operators nor a staff channel, or while another process runs a
 * round.
 */
export async function sendNotifications(
  deps: Pick<
    NotificationDeps,
    'baseUrl' | 'log' | 'meter' | 'notifications' | 'operatorEmails' | 'staffChannel'
  >,
): Promise<NotificationOutcome> {
  const { notifications, operatorEmails, baseUrl, meter } = deps
  const nothing = { sent: 0, deferred: 0 }
  if (operatorEmails.size === 0 && deps.staffChannel === null) return nothing
  const envelope = {
    to: [...operatorEmails].join(', '),
    baseUrl,
    targets: deps.staffChannel?.targets ?? [],
  }
  const settings = await notifications.settings()
  const enabled = settings.filter((setting) => setting.isEnabled).map(({ kind }) => kind)
  const outcome = await notifications.round(async (round) => {
    // The digest comes first because its lines have waited longest.
    const digest = await runIsolated(deps, round, digestKey, () => sendDigest(round, envelope))
    let [sent, deferred] = [digest === true ? 1 : 0, 0]
    for (const kind of keysOf(notificationKinds)) {
      if (!enabled.includes(kind)) continue
      const reported = await runIsolated(deps, round, kind, () => report(round, kind, envelope))
      if (reported === 'sent') sent += 1
      if (reported === 'deferred') deferred += 1
    }
    return { sent, deferred }
  })
  if (outcome !== null && outcome.sent + outcome.deferred > 0) {
    meter.count('notifications_total', { outcome: 'sent' }, outcome.sent)
    meter.count('notifications_total', { outcome: 'digest' }, outcome.deferred)
    deps.log.info('notifications.round', { ...outcome })
  }
  return outcome ?? nothing
}

/** Isolates the failure of one kind from the others. The kind is retried in the next round; null = it failed. */
async function runIsolated<T>(
  { log }: Pick<NotificationDeps, 'log'>,
  round: NotificationRound,
  key: string,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await round.undoOnError(work)
  } catch (error) {
    log.error('notifications.failed', { key, error })
    return null
  }
}

/** `to`: empty without operators. */
type Envelope = {
  readonly to: string
  readonly baseUrl: string
  readonly targets: readonly StaffTarget[]
}

async function report(
  round: NotificationRound,
  kind: NotificationKind,
  envelope: Envelope,
): Promise<'nothing' | 'sent' | 'deferred'> {
  const items = await round.takeNew(kind)
  if (items.length === 0) return 'nothing'
  if (await mayMail(round, kind)) {
    const mail = notificationMail(kind, items, envelope)
    await round.send(kind, reportOf(mail, notificationKinds[kind].path, envelope))
    return 'sent'
  }
  await round.defer(digestLines(kind, items))
  return 'deferred'
}

/** Sends the digest. Its lines wait as long as a kind does, so that a burst results in one digest. */
async function sendDigest(round: NotificationRound, envelope: Envelope): Promise<boolean> {
  const age = await round.digestAge()
  if (age === null || age < perKey.windowSeconds) return false
  if (!(await mayMail(round, digestKey))) return false
  const mail = digestMail(await round.takeDigest(), envelope)
  await round.send(digestKey, reportOf(mail, '/operator', envelope))
  return true
}

const reportOf = (mail: Mail, path: string, { to, targets }: Envelope) => ({
  mail: to === '' ? null : mail,
  notice: { title: mail.subject, text: mail.text, path },
  targets,
})

async function mayMail(round: NotificationRound, key: string): Promise<boolean> {
  const ofKey = await round.sentSince(key, perKey.windowSeconds)
  if (ofKey >= perKey.limit) return false
  return (await round.sentSince(null, perFarm.windowSeconds)) < perFarm.limit
}
