// /operator/mail: the outbox. What waits, what fails and why, and sending one again.
import { keptDays } from '../../domain/base/retention.ts'
import type { MailState, OutboxMail, OutboxTotals } from '../../domain/operators/ports.ts'
import { codeFormat, isOrderCode } from '../../domain/orders/code.ts'
import { ActionForm } from '../../html/action-form.tsx'
import { DataTable } from '../../html/data-table.tsx'
import { Notice, type NoticeKind } from '../../html/notice.tsx'
import { Section, Segments } from '../../html/section.tsx'
import { durationText } from '../base/duration.ts'
import { type State, StateBadge } from '../base/state-badge.tsx'
import { type DeskUser, deskPage } from './desk-page.tsx'
import { Age } from './parts/age.tsx'
import { OrderLink } from './parts/order-link.tsx'
import { Tiles } from './parts/tile.tsx'

export type MailView = {
  readonly user: DeskUser
  readonly now: Date
  readonly totals: OutboxTotals
  readonly mails: readonly OutboxMail[]
  readonly state: MailState | null
  /** As searched; '' for all. */
  readonly order: string
  readonly status?: number
  readonly notice?: { readonly kind: NoticeKind; readonly text: string }
}

const states: Readonly<Record<MailState, readonly [State, string]>> = {
  waiting: ['waiting', 'Waiting'],
  failing: ['broken', 'Failing'],
  sent: ['done', 'Sent'],
}

/** The kinds of mail as operators know them. */
export function mailKindLabel(kind: string): string {
  const [name = ''] = kind.split(':')
  return kindLabels[name] ?? name
}

const kindLabels: Readonly<Record<string, string>> = {
  confirmation: 'Confirmation',
  unpaid: 'Not charged',
  refund: 'Refund',
  message: 'Message',
  notice: 'Notification',
  gift: 'Gift card',
  ticket: 'Reply to a ticket',
}

export function mailPage(view: MailView): Response {
  const { user, totals, mails, state, order, now, status = 200, notice } = view
  return deskPage({
    tab: 'mail',
    user,
    title: 'Mail',
    status,
    body: (
      <>
        <div class="page-head">
          <h1>Mail</h1>
        </div>
        {notice === undefined ? '' : <Notice kind={notice.kind} text={notice.text} />}
        <MailTiles totals={totals} now={now} />
        <Section id="mails" title="Outbox">
          <Finder state={state} order={order} />
          <Segments
            label="State"
            segments={[null, 'waiting' as const, 'failing' as const, 'sent' as const].map(
              (each) => ({
                label: each === null ? 'All' : states[each][1],
                href: pathOf(each, order),
                isChosen: each === state,
              }),
            )}
          />
          <DataTable
            caption="Mails, newest first"
            rows={mails}
            empty={
              order === ''
                ? `None here. Every mail of an order goes through this list and is kept for ${keptDays} days.`
                : noMailText(order)
            }
            columns={[
              { label: 'Subject', text: ({ subject }) => subject },
              {
                label: 'Order',
                cell: ({ orderCode }) =>
                  orderCode === null ? <span>none</span> : <OrderLink code={orderCode} />,
              },
              { label: 'To', text: ({ recipient }) => recipient },
              { label: 'Kind', text: ({ kind }) => mailKindLabel(kind) },
              {
                label: 'State',
                cell: (mail) => {
                  const [kind, label] = states[mail.state]
                  return <StateBadge state={kind} label={label} />
                },
              },
              {
                label: 'Written',
                kind: 'number',
                cell: ({ createdAt }) => <Age since={createdAt} now={now} />,
              },
              { label: 'Problem', text: problemOf(now) },
              ...(user.role === 'viewer'
                ? []
                : [
                    {
                      label: 'Action',
                      cell: ({ id, subject }: OutboxMail) => (
                        <ActionForm
                          action="/operator/mail/resend"
                          fields={{ id }}
                          label="Send again"
                          about={subject}
                        />
                      ),
                    },
                  ]),
            ]}
          />
        </Section>
      </>
    ),
  })
}

/** `order`: as typed, in capitals. */
const noMailText = (order: string): string =>
  isOrderCode(order)
    ? `There is no such mail for order ${order}.`
    : `“${order}” is not an order’s code. A code is ${codeFormat}; the search at the top of the page finds orders by name.`

function MailTiles({ totals, now }: { totals: OutboxTotals; now: Date }) {
  const { waiting, failing, oldestWaiting, sentLastDay } = totals
  const age =
    oldestWaiting === null ? null : durationText((now.getTime() - oldestWaiting.getTime()) / 1000)
  return (
    <Tiles
      tiles={[
        { label: 'Waiting', value: String(waiting), href: pathOf('waiting', '') },
        { label: 'Oldest unsent', value: age ?? 'none' },
        {
          label: 'Failing',
          value: String(failing),
          href: pathOf('failing', ''),
          ...(failing > 0 && { state: 'broken' as const }),
        },
        { label: 'Sent in 24 hours', value: String(sentLastDay) },
      ]}
    />
  )
}

function pathOf(state: MailState | null, order: string): string {
  const query = new URLSearchParams()
  if (state !== null) query.set('state', state)
  if (order !== '') query.set('order', order)
  return query.size === 0 ? '/operator/mail' : `/operator/mail?${query}`
}

function Finder({ state, order }: { state: MailState | null; order: string }) {
  return (
    <form class="bar" method="get" action="/operator/mail">
      <label for="order">Order code</label>
      <input
        id="order"
        name="order"
        value={order}
        placeholder="SVC-"
        maxlength="40"
        autocomplete="off"
      />
      {state === null ? '' : <input type="hidden" name="state" value={state} />}
      <button type="submit" class="quiet">
        Show its mails
      </button>
    </form>
  )
}

const problemOf =
  (now: Date) =>
  ({ state, attempts, lastError, nextAttemptAt, resends }: OutboxMail): string => {
    if (state === 'sent') return resends === 0 ? '' : `sent again ${resends} times`
    if (state === 'waiting') return ''
    const next =
      nextAttemptAt === null
        ? 'not tried again'
        : `next in ${durationText((nextAttemptAt.getTime() - now.getTime()) / 1000)}`
    return `${attempts} attempts, ${next}: ${lastError ?? 'its task is gone'}`
  }
