// Operators and viewers, wall links, notifications, and the record of operator actions.
import { type DeskRole, roleOf } from '../accounts/operator.ts'
import type { AccountDeps } from '../accounts/ports.ts'
import type { NotificationDeps, NotificationSetting, StaffTarget } from '../notifications/ports.ts'
import type { OperatorDeps, RecordedAction, WallLink } from '../operators/ports.ts'

export type DeskPerson = {
  readonly email: string
  readonly role: DeskRole
  readonly hasAccount: boolean
  readonly hasFactor: boolean
}

export type DeskSettings = {
  /** Operators first, each list sorted by address. */
  readonly people: readonly DeskPerson[]
  readonly isFactorRequired: boolean
  /** Valid links, newest first. */
  readonly links: readonly WallLink[]
  readonly notifications: readonly NotificationSetting[]
  /** Targets of notices in addition to email. */
  readonly staffTargets: readonly StaffTarget[]
  /** Newest first. */
  readonly actions: readonly RecordedAction[]
}

const actionsShown = 50

type PeopleDeps = Pick<AccountDeps, 'operatorEmails' | 'viewerEmails' | 'secondFactors'>

type Deps = PeopleDeps &
  Pick<AccountDeps, 'isSecondFactorRequired'> &
  Pick<OperatorDeps, 'wallLinks' | 'operatorActions'> &
  Pick<NotificationDeps, 'notifications' | 'staffChannel'>

export async function readSettings(deps: Deps): Promise<DeskSettings> {
  const [people, links, notifications, actions] = await Promise.all([
    readPeople(deps),
    deps.wallLinks.list(),
    deps.notifications.settings(),
    deps.operatorActions.list(actionsShown),
  ])
  return {
    people,
    isFactorRequired: deps.isSecondFactorRequired,
    links,
    notifications,
    staffTargets: deps.staffChannel?.targets ?? [],
    actions,
  }
}

async function readPeople(deps: PeopleDeps): Promise<readonly DeskPerson[]> {
  const { operatorEmails, viewerEmails, secondFactors } = deps
  const emails = [
    ...[...operatorEmails].toSorted(),
    ...[...viewerEmails].filter((email) => !operatorEmails.has(email)).toSorted(),
  ]
  const owners = await secondFactors.listOwners(emails)
  return emails.map((email) => {
    const owner = owners.find((each) => each.email === email)
    return {
      email,
      role: roleOf(deps, email) ?? 'viewer',
      hasAccount: owner !== undefined,
      hasFactor: owner?.hasFactor ?? false,
    }
  })
}
