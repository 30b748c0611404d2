// /operator/settings: second factors, wall links and notifications.
import { roleOf } from '../../../domain/accounts/operator.ts'
import { keysOf } from '../../../domain/base/keys-of.ts'
import { isUuid } from '../../../domain/base/uuid.ts'
import { notificationKinds } from '../../../domain/notifications/kinds.ts'
import {
  deleteAccountFor,
  exportAccountFor,
  findAccount,
} from '../../../domain/operators/account-requests.ts'
import { resetSecondFactor } from '../../../domain/operators/reset-second-factor.ts'
import { createWallLink, revokeWallLink } from '../../../domain/operators/wall-links.ts'
import {
  type DeskPerson,
  type SettingsView,
  settingsPage,
} from '../../../pages/operators/settings.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import type { HttpDeps } from '../../middleware/deps.ts'
import { page, type Received } from '../../middleware/route.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../requests/forms.ts'
import { accountExport } from '../../responses/account-export.ts'
import { askedForm, type DeskNotice, info, noticeOf, problem, refuserOf } from './ask-first.ts'
import { type DeskReader, forOperator, forViewer } from './operator-view.ts'
import { wallPath } from './wall-access.ts'

const path = '/operator/settings'
const actionsShown = 50

const notices: Readonly<Record<string, DeskNotice>> = {
  reset: info('The second factor was reset. Its owner was signed out and sets up another one.'),
  revoked: info('The wall link was revoked. Its screen is emptied within half a minute.'),
  saved: info('Saved.'),
  deleted: info('The account was deleted.'),
}

export const settingsPages = [
  page('GET', path, showSettings),
  page('POST', `${path}/wall-links`, makeWallLink),
  page('POST', `${path}/notifications`, saveNotifications),
  askedForm(`${path}/wall-links/revoke`, {
    question: async ({ http, operator, field }) => {
      const id = field('id')
      const link = isUuid(id) ? await http.deps.wallLinks.find(id) : null
      if (link === null) return refused(http, operator, { kind: 'wall_link_not_found' })
      return {
        tab: null,
        title: 'Revoke this wall link?',
        facts: [
          ['Screen', link.name],
          ['Made by', link.createdBy],
        ],
        text: 'The screen is emptied within half a minute. Another link can be made at any time.',
        action: `${path}/wall-links/revoke`,
        fields: { id },
        button: 'Revoke the link',
        isDanger: true,
        back: path,
      }
    },
    act: async ({ http, operator, field }) => {
      const id = field('id')
      if (!isUuid(id)) return refused(http, operator, { kind: 'wall_link_not_found' })
      const revoked = await revokeWallLink(http.deps, operator.email, id)
      return revoked.ok
        ? seeOther(`${path}?done=revoked`)
        : refused(http, operator, revoked.failure)
    },
  }),
  page('POST', `${path}/accounts/export`, exportAccount),
  askedForm(`${path}/accounts/delete`, {
    question: async ({ http, operator, field }) => {
      const found = await findAccount(http.deps, field('email'))
      if (!found.ok) return refused(http, operator, found.failure)
      const { email } = found.value
      return {
        tab: null,
        title: 'Delete this account?',
        facts: [['Account', email]],
        text:
          'Do this only for a person who asked for it. Sign-in, card, models and generations are deleted at once, and unused ' +
          'credits lapse. Orders stay for their retention, and gift cards stay valid. It cannot be undone.',
        action: `${path}/accounts/delete`,
        fields: { email },
        button: 'Delete the account',
        isDanger: true,
        back: path,
      }
    },
    act: async ({ http, operator, field }) => {
      const deleted = await deleteAccountFor(http.deps, operator.email, field('email'))
      return deleted.ok
        ? seeOther(`${path}?done=deleted`)
        : refused(http, operator, deleted.failure)
    },
  }),
  askedForm(`${path}/second-factor/reset`, {
    question: async ({ http, operator, field }) => {
      const email = field('email').trim().toLowerCase()
      if (email === operator.email) return refused(http, operator, { kind: 'second_factor_own' })
      const [owner] = await http.deps.secondFactors.listOwners([email])
      if (owner?.hasFactor !== true) {
        return refused(http, operator, { kind: 'second_factor_not_found' })
      }
      return {
        tab: null,
        title: 'Reset this second factor?',
        facts: [['Account', email]],
        text:
          'Do this only after you have spoken to the person. They are signed out everywhere, and their ' +
          'password alone signs them in until they set up another factor. All operators get a mail about it.',
        action: `${path}/second-factor/reset`,
        fields: { email },
        button: 'Reset the second factor',
        isDanger: true,
        back: path,
      }
    },
    act: async ({ http, operator, field }) => {
      const reset = await resetSecondFactor(http.deps, operator.email, field('email'))
      return reset.ok ? seeOther(`${path}?done=reset`) : refused(http, operator, reset.failure)
    },
  }),
]

function showSettings(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const notice = noticeOf(notices, query['done'])
    return render(http, user, notice === undefined ? {} : { notice })
  })
}

function makeWallLink(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (operator) => {
    const { deps } = http
    const name = (await readForm(request))('name')
    const made = await createWallLink(deps, operator.email, name)
    if (made.ok) {
      const url = `${deps.baseUrl}${wallPath}?token=${made.value.token}`
      return render(http, operator, { fresh: { name: made.value.name, url } })
    }
    const { status, error } = refusalOf(made.failure)
    return made.failure.kind === 'wall_link_name_invalid'
      ? render(http, operator, { status, linkForm: { name, errors: { name: error } } })
      : render(http, operator, {
          status,
          linkForm: { name, errors: {} },
          notice: problem(error),
        })
  })
}

function exportAccount(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (operator) => {
    const email = (await readForm(request))('email')
    const found = await exportAccountFor(http.deps, operator.email, email)
    return found.ok ? accountExport(http.deps, found.value) : refused(http, operator, found.failure)
  })
}

function saveNotifications(http: HttpContext, { request }: Received): Promise<Response> {
  return forOperator(http, request, async (operator) => {
    const field = await readForm(request)
    const kinds = keysOf(notificationKinds).filter((kind) => field(kind) === '1')
    await http.deps.notifications.enable(kinds, operator.email)
    return seeOther(`${path}?done=saved`)
  })
}

const refused = refuserOf(render)

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  shown: Pick<SettingsView, 'status' | 'notice' | 'fresh' | 'linkForm'>,
): Promise<Response> {
  const [people, links, notifications, actions] = await Promise.all([
    readPeople(deps),
    deps.wallLinks.list(),
    deps.notifications.settings(),
    deps.operatorActions.list(actionsShown),
  ])
  const factorRequired = deps.secondFactorRequired
  return settingsPage({
    ...shown,
    user,
    now: new Date(),
    people,
    factorRequired,
    links,
    notifications,
    actions,
  })
}

/** Operators first, each list by address. */
async function readPeople(deps: HttpDeps): Promise<readonly DeskPerson[]> {
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
