// /operator/settings: second factors, wall links and notifications.
import { keysOf } from '../../../../domain/base/keys-of.ts'
import { ok } from '../../../../domain/base/result.ts'
import { readSettings } from '../../../../domain/desk/settings.ts'
import { type NotificationKind, notificationKinds } from '../../../../domain/notifications/kinds.ts'
import { postTest, type TestPost } from '../../../../domain/notifications/staff-channel.ts'
import {
  deleteAccountFor,
  exportAccountFor,
  findAccount,
} from '../../../../domain/operators/account-requests.ts'
import {
  findSecondFactor,
  resetSecondFactor,
} from '../../../../domain/operators/reset-second-factor.ts'
import {
  createWallLink,
  findWallLink,
  revokeWallLink,
} from '../../../../domain/operators/wall-links.ts'
import { hasErrors } from '../../../../html/form-fields.tsx'
import {
  type SettingsView,
  settingsPage,
  targetNames,
} from '../../../../pages/operators/settings.tsx'
import { anyText, checkbox, type Field } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { type FormRefusal, form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { wallPath } from '../../../requests/cookies.ts'
import { accountExport } from '../../../responses/account-export.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, outcomeOf, problem } from '../forms/desk-list.ts'

const path = '/operator/settings'

const notices = {
  reset: info('The second factor was reset. Its owner was signed out and sets up another one.'),
  revoked: info('The wall link was revoked. Its screen is emptied within half a minute.'),
  saved: info('Saved.'),
  deleted: info('The account was deleted.'),
}

const notificationChoices: Field<readonly NotificationKind[]> = {
  read: (field) => ok(keysOf(notificationKinds).filter((kind) => field(kind) === '1')),
}

export const settingsPages = [
  page({
    path,
    access: viewers,
    show: function showSettings(http, { query, caller }) {
      return render(http, caller, outcomeOf(notices, query['done']))
    },
  }),
  form({
    path: `${path}/wall-links`,
    access: operators,
    fields: { name: anyText },
    act: async function makeWallLink({ deps }, { caller, body }) {
      return await createWallLink(deps, caller.email, body.name)
    },
    done: (http, { caller }, { name, token }) => {
      const url = `${http.deps.baseUrl}${wallPath}?token=${token}`
      return render(http, caller, { fresh: { name, url } })
    },
    marks: {
      wall_link_name_invalid: (failure) => ({ name: refusalOf(failure).error }),
    },
    refuse: (http, { caller }, { status, text, errors, typedIn }) =>
      render(http, caller, {
        status,
        linkForm: { name: typedIn('name'), errors },
        ...(hasErrors(errors) ? {} : { notice: problem(text) }),
      }),
  }),
  form({
    path: `${path}/notifications`,
    access: operators,
    fields: { kinds: notificationChoices },
    act: async function saveNotifications({ deps }, { caller, body }) {
      return ok(await deps.notifications.enable(body.kinds, caller.email))
    },
    done: () => `${path}?done=saved`,
    refuse,
  }),
  form({
    path: `${path}/channel/test`,
    access: operators,
    fields: {},
    act: async function testChannel({ deps }) {
      return ok(await postTest(deps))
    },
    done: (http, { caller }, posts) => render(http, caller, { notice: noticeOf(posts) }),
    refuse,
  }),
  form({
    path: `${path}/wall-links/revoke`,
    access: operators,
    fields: { id: anyText, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body: { id } }) => {
      const link = await findWallLink(deps, id)
      if (!link.ok) return link
      const { name, createdBy } = link.value
      return ok({
        tab: null,
        title: 'Revoke this wall link?',
        facts: [
          ['Screen', name],
          ['Made by', createdBy],
        ],
        text: 'The screen is emptied within half a minute. Another link can be made at any time.',
        action: `${path}/wall-links/revoke`,
        fields: { id },
        button: 'Revoke the link',
        isDanger: true,
        back: path,
      })
    }),
    act: async function revokeLink({ deps }, { caller, body }) {
      return await revokeWallLink(deps, caller.email, body.id)
    },
    done: () => `${path}?done=revoked`,
    refuse,
  }),
  form({
    path: `${path}/accounts/export`,
    access: operators,
    fields: { email: anyText },
    act: async function exportOther({ deps }, { caller, body }) {
      return await exportAccountFor(deps, caller.email, body.email)
    },
    done: ({ deps }, _input, accountId) => accountExport(deps, accountId),
    refuse,
  }),
  form({
    path: `${path}/accounts/delete`,
    access: operators,
    fields: { email: anyText, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body: { email: typed } }) => {
      const account = await findAccount(deps, typed)
      if (!account.ok) return account
      const { email } = account.value
      return ok({
        tab: null,
        title: 'Delete this account?',
        facts: [['Account', email]],
        text:
          'Do this only for a person who asked for it. Sign-in, card, models and generations are deleted immediately, and unused ' +
          'credits lapse. Orders stay for their retention, and gift cards stay valid. It cannot be undone.',
        action: `${path}/accounts/delete`,
        fields: { email },
        button: 'Delete the account',
        isDanger: true,
        back: path,
      })
    }),
    act: async function deleteOther({ deps }, { caller, body }) {
      return await deleteAccountFor(deps, caller.email, body.email)
    },
    done: () => `${path}?done=deleted`,
    refuse,
  }),
  form({
    path: `${path}/second-factor/reset`,
    access: operators,
    fields: { email: anyText, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { caller, body: { email: typed } }) => {
      const account = await findSecondFactor(deps, caller.email, typed)
      if (!account.ok) return account
      const email = account.value
      return ok({
        tab: null,
        title: 'Reset this second factor?',
        facts: [['Account', email]],
        text:
          'Do this only after you have spoken to the person. They are signed out everywhere, and their ' +
          'password alone signs them in until they set up another factor. All operators get an email about it.',
        action: `${path}/second-factor/reset`,
        fields: { email },
        button: 'Reset the second factor',
        isDanger: true,
        back: path,
      })
    }),
    act: async function resetFactor({ deps }, { caller, body }) {
      return await resetSecondFactor(deps, caller.email, body.email)
    },
    done: () => `${path}?done=reset`,
    refuse,
  }),
]

function noticeOf(posts: readonly TestPost[]) {
  const failed = posts.filter((post) => post.problem !== null)
  if (posts.length === 0) return problem('No channel is configured.')
  if (failed.length === 0) {
    return info(`Posted to ${posts.map(({ target }) => targetNames[target]).join(' and ')}.`)
  }
  const texts = failed.map((post) => `${targetNames[post.target]}: ${post.problem}`)
  return problem(`Not posted to ${texts.join('; ')}.`)
}

/** Shows the current page with the reason above it. */
function refuse(
  http: HttpContext,
  { caller }: { readonly caller: DeskViewer },
  { status, text }: FormRefusal,
): Promise<Response> {
  return render(http, caller, { status, notice: problem(text) })
}

async function render(
  { deps }: HttpContext,
  user: DeskViewer,
  shown: Pick<SettingsView, 'status' | 'notice' | 'fresh' | 'linkForm'>,
): Promise<Response> {
  return settingsPage({ ...shown, ...(await readSettings(deps)), user, now: new Date() })
}
