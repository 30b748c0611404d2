// /operator/mail: the outbox, and resending an email.
import { ok } from '../../../../domain/base/result.ts'
import { readMails } from '../../../../domain/desk/mail.ts'
import type { MailState } from '../../../../domain/operators/ports.ts'
import { findMail, resendMail } from '../../../../domain/operators/resend-mail.ts'
import { mailKindLabel, mailPage } from '../../../../pages/operators/mail.tsx'
import { anyText, checkbox } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import type { DeskViewer } from '../../../middleware/page-access.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, type ListNotice, listForm, listPage } from '../forms/desk-list.ts'

const path = '/operator/mail'
const maxCodeCharacters = 40

const notices = { '1': info('The email is queued and goes out within seconds.') }

export const mailPages = [
  listPage({ path, notices, noticeIn: 'resent', show }),
  form({
    ...listForm(show),
    path: `${path}/resend`,
    fields: { id: anyText, confirmed: checkbox },
    ask: askOnce(async ({ deps }, { body }) => {
      const mail = await findMail(deps, body.id)
      if (!mail.ok) return mail
      const { id, subject, recipient, kind, sentAt } = mail.value
      return ok({
        tab: 'mail',
        title: 'Send this email again?',
        facts: [
          ['Subject', subject],
          ['To', recipient],
          ['Kind', mailKindLabel(kind)],
        ],
        text:
          sentAt === null
            ? 'It was not sent yet. It is retried immediately, with all its attempts.'
            : 'It was sent before, so its recipient gets it a second time.',
        action: `${path}/resend`,
        fields: { id },
        button: 'Send it again',
        back: path,
      })
    }),
    act: async function sendAgain({ deps }, { caller, body }) {
      return await resendMail(deps, caller.email, body.id)
    },
    done: (_http, _input, { orderCode }) => {
      const order = orderCode === null ? '' : `&order=${encodeURIComponent(orderCode)}`
      return `${path}?resent=1${order}`
    },
  }),
]

type Query = { readonly state?: string | undefined; readonly order?: string | undefined }

async function show(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
  { state, order = '' }: Query,
): Promise<Response> {
  const search = {
    state: stateOf(state),
    order: order.trim().toUpperCase().slice(0, maxCodeCharacters),
  }
  const mails = await readMails(deps, search)
  return mailPage({ ...outcome, ...search, ...mails, user, now: new Date() })
}

const stateOf = (text: string | undefined): MailState | null =>
  text === 'waiting' || text === 'failing' || text === 'sent' ? text : null
