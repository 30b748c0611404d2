// What the desk says about orders, print jobs, printers and tickets that do not exist, within the desk.
import { keptDays } from '../../domain/base/retention.ts'
import type { Markup } from '../../html/markup.ts'
import { type DeskTab, type DeskUser, deskScreen } from './desk-page.tsx'

type Missing = {
  readonly tab: DeskTab
  readonly title: string
  readonly body: Markup
}

const deskNotFound = (user: DeskUser, missing: Missing): Response =>
  deskScreen({ ...missing, user, status: 404 })

export const deskOrderNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'queue',
    title: 'Order not found',
    body: (
      <p>
        No order has this code. Search for a part of it, or for the customer, in the{' '}
        <a href="/operator/queue">queue</a>.
      </p>
    ),
  })

export const deskJobNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'jobs',
    title: 'Print job not found',
    body: (
      <p>
        There is no such print job. <a href="/operator/jobs">All print jobs</a>
      </p>
    ),
  })

export const deskPrinterNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'printers',
    title: 'Printer not found',
    body: (
      <p>
        The farm has no printer of this name. <a href="/operator/printers">All printers</a>
      </p>
    ),
  })

export const deskDisputeNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'money',
    title: 'Dispute not found',
    body: (
      <p>
        There is no such dispute. <a href="/operator/disputes">All disputes</a>
      </p>
    ),
  })

export const deskWarningNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'money',
    title: 'Fraud warning not found',
    body: (
      <p>
        There is no such fraud warning. <a href="/operator/disputes">All fraud warnings</a>
      </p>
    ),
  })

export const deskPurchaseNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'money',
    title: 'Purchase not found',
    body: (
      <p>
        There is no such purchase. <a href="/operator/purchases">Gift cards and credits</a>
      </p>
    ),
  })

export const deskTicketNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'tickets',
    title: 'Ticket not found',
    body: (
      <p>
        There is no such ticket. <a href="/operator/tickets">All tickets</a>
      </p>
    ),
  })

export const deskActionNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'queue',
    title: 'Action not found',
    body: (
      <p>
        There is no such action. Actions are kept for {keptDays} days.{' '}
        <a href="/operator/queue">Back to the queue</a>
      </p>
    ),
  })

export const deskPayoutNotFound = (user: DeskUser): Response =>
  deskNotFound(user, {
    tab: 'money',
    title: 'Payout not found',
    body: (
      <p>
        No payout with this id was read from the card processor. <a href="/operator/books">Books</a>
      </p>
    ),
  })
