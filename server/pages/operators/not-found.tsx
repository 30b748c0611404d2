// Pages for orders, print jobs, printers and other records that do not exist, in the frame of the desk.
import { keptDays } from '../../domain/base/time/retention.ts'
import { noSuchPurchase, noSuchWarning } from '../../domain/errors/sentences.ts'
import { type DeskTab, type DeskUser, deskScreen } from './parts/desk-page.tsx'

type Missing = {
  readonly tab: DeskTab
  readonly title: string
  readonly text: string
  /** Page on which to search for the record. */
  readonly link: { readonly path: string; readonly words: string }
}

const missing = {
  order: {
    tab: 'queue',
    title: 'Order not found',
    text: 'No order has this code. Search for a part of it, or for the customer.',
    link: { path: '/operator/queue', words: 'Queue' },
  },
  job: {
    tab: 'jobs',
    title: 'Print job not found',
    text: 'There is no such print job.',
    link: { path: '/operator/jobs', words: 'All print jobs' },
  },
  printer: {
    tab: 'printers',
    title: 'Printer not found',
    text: 'The farm has no printer of this name.',
    link: { path: '/operator/printers', words: 'All printers' },
  },
  spool: {
    tab: 'printers',
    title: 'Spool not found',
    text: 'The farm has no spool of this number.',
    link: { path: '/operator/filament', words: 'Filament' },
  },
  dispute: {
    tab: 'money',
    title: 'Dispute not found',
    text: 'There is no such dispute.',
    link: { path: '/operator/disputes', words: 'All disputes' },
  },
  warning: {
    tab: 'money',
    title: 'Fraud warning not found',
    text: noSuchWarning,
    link: { path: '/operator/disputes', words: 'All fraud warnings' },
  },
  purchase: {
    tab: 'money',
    title: 'Purchase not found',
    text: noSuchPurchase,
    link: { path: '/operator/purchases', words: 'Gift cards and credits' },
  },
  ticket: {
    tab: 'tickets',
    title: 'Ticket not found',
    text: 'There is no such ticket.',
    link: { path: '/operator/tickets', words: 'All tickets' },
  },
  action: {
    tab: 'queue',
    title: 'Action not found',
    text: `There is no such action. Actions are kept for ${keptDays} days.`,
    link: { path: '/operator/queue', words: 'Back to the queue' },
  },
  payout: {
    tab: 'money',
    title: 'Payout not found',
    text: 'No payout with this id was read from the card processor.',
    link: { path: '/operator/books', words: 'Books' },
  },
} as const satisfies Record<string, Missing>

export function deskNotFound(user: DeskUser, what: keyof typeof missing): Response {
  const { tab, title, text, link } = missing[what]
  return deskScreen({
    user,
    tab,
    title,
    status: 404,
    body: (
      <p>
        {text} <a href={link.path}>{link.words}</a>
      </p>
    ),
  })
}
