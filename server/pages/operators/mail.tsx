// /operator/mail: the outbox with waiting and failed emails, and the form that resends one.
import { keptDays } from '../../domain/base/time/retention.ts'
import type { MailFilter, MailList } from '../../domain/desk/mail.ts'
import type { MailKindName } from '../../domain/operators/mail-kind.ts'
import type { MailState, OutboxMail, OutboxTotals } from '../../domain/operators/ports.ts'
import { codeFormat, isOrderCode } from '../../domain/orders/record/code.ts'
import { ActionForm } from '../../html/action-form.tsx'
import { DataTable } from '../../html/data-table.tsx'
import { Section, Segments } from '../../html/section.tsx'
import { durationText } from '../base/duration.ts'
import type { State } from '../base/state-badge.tsx'
import { ageColumn, forOperators, stateColumn } from './parts/columns.tsx'
import { type DeskView, deskScreen } from './parts/desk-page.tsx'
import { OrderLink } from './parts/order-link.tsx'
import { Tiles } from './parts/tile.tsx'

export type MailView = DeskView & MailFilter & MailList & { readonly now: Date }

const states: Readonly<Record<MailState, readonly [State, string]>> = {
  waiting: ['waiting', 'Waiting'],
  failing: ['broken', 'Failing'],
  sent: ['done', 'Sent'],
}

/** Returns the label of a kind of email for operators. */
export function mailKindLabel(kind: string): string {
  const [name = ''] = kind.split(':')
  return isKindName(name) ? kindLabels[name] : name
}

const isKindName = (name: string): name is MailKindName => Object.hasOwn(kindLabels, name)

/** Does not compile while a kind lacks a label. */
const kindLabels: Readonly<Record<MailKindName, string>> = {
  confirmation: 'Confirmation',
  unpaid: 'Not charged',
  reminder: 'Payment reminder',
  refund: 'Refund',
  shipped: 'Shipped',
  tracking: 'New tracking',
  delivered: 'Delivered',
  message: 'Message',
  notice: 'Notification',
  gift: 'Gift card',
  generation: 'Model generated',
  ticket: 'Reply to a ticket',
}

export function mailPage(view: MailView): Response {
  const { user, totals, mails, state, order, now } = view
  return deskScreen({
    ...view,
    tab: 'mail',
    title: 'Mail',
    body: (
      <>
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
            caption="Emails, newest first"
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
              { label: 'To', kind: 'wrap', text: ({ recipient }) => recipient },
              { label: 'Kind', text: ({ kind }) => mailKindLabel(kind) },
              stateColumn((mail: OutboxMail) => states[mail.state]),
              ageColumn('Written', now, 'createdAt'),
              { label: 'Problem', text: problemOf(now) },
              ...forOperators<OutboxMail>(user, {
                label: 'Action',
                cell: ({ id, subject }) => (
                  <ActionForm
                    action="/operator/mail/resend"
                    fields={{ id }}
                    label="Send again"
                    about={subject}
                  />
                ),
              }),
            ]}
          />
        </Section>
      </>
    ),
  })
}

/** Returns the text for an empty search. `order` is as typed, in uppercase. */
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
