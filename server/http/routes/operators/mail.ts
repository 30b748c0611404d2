// /operator/mail: the outbox, and sending a mail again.
import type { MailState } from '../../../domain/operators/ports.ts'
import { findMail, resendMail } from '../../../domain/operators/resend-mail.ts'
import { type MailView, mailKindLabel, mailPage } from '../../../pages/operators/mail.tsx'
import type { HttpContext } from '../../middleware/context.ts'
import { page, type Received } from '../../middleware/route.ts'
import type { Failure } from '../../refusals/failure.ts'
import { refusalOf } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { askedForm, type DeskNotice, info, noticeOf, problem } from './ask-first.ts'
import { type DeskReader, forViewer } from './operator-view.ts'

const path = '/operator/mail'
const rows = 100
const maxCodeCharacters = 40

const notices: Readonly<Record<string, DeskNotice>> = {
  '1': info('The mail is queued and goes out within seconds.'),
}

export const mailPages = [
  page('GET', path, showMail),
  askedForm(`${path}/resend`, {
    question: async ({ http, operator, field }) => {
      const found = await findMail(http.deps, field('id'))
      if (!found.ok) return refused(http, operator, found.failure)
      const { id, subject, recipient, kind, sentAt } = found.value
      return {
        tab: 'mail',
        title: 'Send this mail again?',
        facts: [
          ['Subject', subject],
          ['To', recipient],
          ['Kind', mailKindLabel(kind)],
        ],
        text:
          sentAt === null
            ? 'It was not sent yet. It is tried again at once, with all its attempts.'
            : 'It was sent before, so its recipient gets it a second time.',
        action: `${path}/resend`,
        fields: { id },
        button: 'Send it again',
        back: path,
      }
    },
    act: async ({ http, operator, field }) => {
      const sent = await resendMail(http.deps, operator.email, field('id'))
      if (!sent.ok) return refused(http, operator, sent.failure)
      const { orderCode } = sent.value
      const order = orderCode === null ? '' : `&order=${encodeURIComponent(orderCode)}`
      return seeOther(`${path}?resent=1${order}`)
    },
  }),
]

type Shown = Pick<MailView, 'state' | 'order'> & Partial<Pick<MailView, 'status' | 'notice'>>

function showMail(http: HttpContext, { request, query }: Received): Promise<Response> {
  return forViewer(http, request, (user) => {
    const order = (query['order'] ?? '').trim().toUpperCase().slice(0, maxCodeCharacters)
    const notice = noticeOf(notices, query['resent'])
    const shown = { state: stateOf(query['state']), order }
    return render(http, user, notice === undefined ? shown : { ...shown, notice })
  })
}

const stateOf = (sent: string | undefined): MailState | null =>
  sent === 'waiting' || sent === 'failing' || sent === 'sent' ? sent : null

function refused(http: HttpContext, user: DeskReader, failure: Failure): Promise<Response> {
  const { status, error } = refusalOf(failure)
  return render(http, user, { state: null, order: '', status, notice: problem(error) })
}

async function render({ deps }: HttpContext, user: DeskReader, shown: Shown): Promise<Response> {
  const { outbox } = deps
  const { state, order } = shown
  const orderCode = order === '' ? null : order.replaceAll('\0', '')
  const [totals, mails] = await Promise.all([
    outbox.totals(),
    outbox.list({ state, orderCode, limit: rows }),
  ])
  return mailPage({ ...shown, user, now: new Date(), totals, mails })
}
