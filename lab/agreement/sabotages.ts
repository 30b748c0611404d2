// Deliberately wrong figures, each by a cent or one row: the comparison that must find each, and its reversal.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutTriggers } from '../../testing/database/without-triggers.ts'
import { compareBooks as readBalance } from '../../testing/money/books.ts'
import { compareBooks } from './compare/books.ts'
import { compareOne } from './compare/compare.ts'
import { compareIssued, readDocuments } from './compare/documents.ts'
import type { Findings } from './compare/findings.ts'
import { compareGiftCard } from './compare/interfaces.ts'
import { compareLedger } from './compare/ledger.ts'
import { compareMails } from './compare/mails.ts'
import { compareProcessor } from './compare/processor.ts'
import type { Days } from './days.ts'
import { movedCents, type OrderRecord } from './record.ts'
import type { Stage } from './stage.ts'

export type Sabotage = {
  readonly name: string
  /** Message of the comparison that must find it. */
  readonly found: RegExp
  /** Applies the change and returns its reversal; null when it is impossible. */
  readonly commit: (stage: Stage, order: OrderRecord) => Promise<(() => Promise<void>) | null>
  readonly compare: Comparison
}

type Comparison = (
  stage: Stage,
  order: OrderRecord,
  findings: Findings,
  days: Days,
) => Promise<void>

const ledger: Comparison = (stage, _, findings) => compareLedger(stage, findings)
const pages: Comparison = (stage, order, findings) => compareOne(stage, order, findings)
const mails: Comparison = async ({ service, history }, _, findings) =>
  compareMails(service.mails(), history, findings)
const documents: Comparison = async (stage, _, findings, days) =>
  compareIssued(stage.history, await readDocuments(stage, days.months), findings)
const books: Comparison = async (stage, _, findings, days) => {
  await readBalance(stage.service)
  await compareBooks(stage, days, findings)
}

const ofOrder = 'order_id = (select id from orders where code = $1)'

/** Raises or lowers the columns by one cent in the order's rows. */
const cent =
  (table: string, columns: Readonly<Record<string, 1 | -1>>, where: string): Sabotage['commit'] =>
  async ({ service }, { code }) => {
    const { pool } = service.service.database
    const add = (times: 1 | -1) => {
      const changes = Object.entries(columns).map(
        ([column, cents]) => `${column} = ${column} + ${cents * times}`,
      )
      const statement = `update ${table} set ${changes.join(', ')} where ${where}`
      return withoutTriggers(pool, statement, [code])
    }
    await add(1)
    return () => add(-1)
  }

/** Returns the file of the email with this subject and order. */
function mailFile({ service }: Stage, subject: string): string {
  const folder = join(service.stateDir, 'mail')
  const name = readdirSync(folder).find((each) =>
    readFileSync(join(folder, each), 'utf8').includes(`\r\nSubject: ${subject}\r\n`),
  )
  if (name === undefined) throw new Error(`there is no mail "${subject}"`)
  return join(folder, name)
}

const changeMail =
  (change: (path: string, source: string) => void): Sabotage['commit'] =>
  async (stage, { code }) => {
    const path = mailFile(stage, `Order ${code} confirmed`)
    const source = readFileSync(path, 'utf8')
    change(path, source)
    return async () => writeFileSync(path, source)
  }

/** Returns an order of a single line that was paid by card alone and refunded. */
export function orderToSabotage({ history }: Stage): OrderRecord {
  const found = history.orders.find(
    (order) =>
      order.giftCents === 0 &&
      order.disputes.length === 0 &&
      order.lines.length === 1 &&
      order.refunds.some((refund) => movedCents(refund) > 0),
  )
  if (found === undefined) throw new Error('the history has no order that was refunded')
  return found
}

export const sabotages: readonly Sabotage[] = [
  {
    name: 'a charge of the ledger',
    found: /^ledger, .*, orders: /,
    commit: cent('money_movements', { cents: 1 }, `${ofOrder} and kind = 'charge'`),
    compare: ledger,
  },
  {
    name: 'a charge of the ledger, beside the processor',
    found: /^books, comparison with the processor: /,
    commit: cent('money_movements', { cents: 1 }, `${ofOrder} and kind = 'charge'`),
    compare: books,
  },
  {
    name: 'a fee of the ledger',
    found: /^takings, fees_usd: /,
    commit: cent(
      'money_movements',
      { cents: 1 },
      "kind = 'fee' and $1::text is not null and id = (select min(id) from money_movements where kind = 'fee')",
    ),
    compare: books,
  },
  {
    name: 'a payout of the ledger',
    found: /^books page, At the card processor: /,
    commit: cent(
      'money_movements',
      { cents: 1 },
      "$1::text is not null and id = (select min(id) from money_movements where kind = 'payout')",
    ),
    compare: books,
  },
  {
    name: 'what was refunded of an order',
    found: /^operators' API, /,
    commit: cent('orders', { refunded_cents: -1 }, 'code = $1'),
    compare: pages,
  },
  {
    name: 'the price of a print',
    found: /^order page of .*, price: /,
    commit: cent('orders', { print_cents: -1, shipping_cents: 1 }, 'code = $1'),
    compare: pages,
  },
  {
    name: 'a refund on the receipt',
    found: /^receipt of /,
    commit: cent('refunds', { amount_cents: -1 }, `${ofOrder} and state = 'succeeded'`),
    compare: pages,
  },
  {
    name: 'the total of an invoice',
    found: /^documents of /,
    commit: cent('billing_documents', { total_cents: 1 }, `${ofOrder} and kind = 'invoice'`),
    compare: documents,
  },
  {
    name: 'a gap in the numbers',
    found: /^numbers of /,
    commit: async ({ service }, { code }) => {
      const { pool } = service.service.database
      const move = (by: number) =>
        withoutTriggers(
          pool,
          `update billing_documents set number = number + ${by} where kind = 'invoice' and ${ofOrder}`,
          [code],
        )
      await move(100_000)
      return () => move(-100_000)
    },
    compare: documents,
  },
  {
    name: 'the amount in a mail',
    found: /^mails about /,
    commit: changeMail((path, source) => {
      const other = (_: string, before: string, last: string) =>
        `${before}${last === '9' ? '8' : '9'} charged`
      writeFileSync(path, source.replace(/(\$\d+\.\d)(\d) charged/, other))
    }),
    compare: mails,
  },
  {
    name: 'a mail that was not sent',
    found: /^number of mails: /,
    commit: changeMail((path) => rmSync(path)),
    compare: mails,
  },
  {
    name: 'the balance of a gift card',
    found: /^gift card /,
    commit: async ({ service, history }) => {
      const { pool } = service.service.database
      const [card] = history.cards.filter(({ isVoid }) => !isVoid)
      const add = (cents: number) =>
        withoutTriggers(
          pool,
          `update gift_cards set balance_cents = balance_cents + ${cents} where purchase_id = $1`,
          [card?.id],
        )
      await add(1)
      return () => add(-1)
    },
    compare: async (stage, _, findings) => {
      const [card] = stage.history.cards.filter(({ isVoid }) => !isVoid)
      if (card !== undefined) await compareGiftCard(stage, card, findings)
    },
  },
  {
    name: 'a refund that the processor alone knows',
    found: /^processor, .*, refunds: /,
    commit: async ({ service, history }) => {
      const { payment } = history.orders.find(
        ({ isPaid, payment: paidBy, disputes, refunds }) =>
          isPaid && paidBy !== null && disputes.length + refunds.length === 0,
      ) ?? { payment: '' }
      await service.stripe.refundInDashboard({ payment: payment ?? '', amountCents: 1 })
      return null
    },
    compare: (stage, _, findings) => compareProcessor(stage, findings),
  },
]
