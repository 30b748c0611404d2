// Compares everything that states an amount with the history.
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import type { Days } from '../days.ts'
import { type OrderRecord, purchasesOf } from '../record.ts'
import type { Stage } from '../stage.ts'
import { compareBooks } from './books.ts'
import { compareDocuments, readDocuments } from './documents.ts'
import { expectSame, type Findings, newFindings } from './findings.ts'
import { compareCsv, compareGiftCard, compareOrder, comparePurchase } from './interfaces.ts'
import { compareLedger } from './ledger.ts'
import { compareMails } from './mails.ts'
import { comparePages } from './pages.ts'
import { compareProcessor } from './processor.ts'

export async function compareAll(stage: Stage, days: Days): Promise<Findings> {
  const findings = newFindings()
  for (const { where, found, expected } of stage.history.told) {
    expectSame(findings, where, found, expected)
  }
  await compareSums(stage, days, findings)
  for (const order of stage.history.orders) await compareOne(stage, order, findings)
  for (const customer of stage.customers) await compareCsv(stage, customer, findings)
  await forgetRates(stage)
  for (const purchase of purchasesOf(stage.history)) {
    await comparePurchase(stage, purchase, findings)
  }
  for (const card of stage.history.cards) await compareGiftCard(stage, card, findings)
  return findings
}

/** Compares the records of all orders: the processor's record, ledger, books, documents and emails. */
export async function compareSums(stage: Stage, days: Days, findings: Findings): Promise<void> {
  await compareProcessor(stage, findings)
  await compareLedger(stage, findings)
  await compareBooks(stage, days, findings)
  await compareDocuments(stage, await readDocuments(stage, days.months), findings)
  compareMails(stage.service.mails(), stage.history, findings)
}

/** Compares the pages and interfaces of an order. */
export async function compareOne(
  stage: Stage,
  order: OrderRecord,
  findings: Findings,
): Promise<void> {
  await forgetRates(stage)
  await comparePages(stage, order, findings)
  await compareOrder(stage, order, findings)
}

const forgetRates = async ({ service }: Stage) => void (await resetRateLimits(service.db))
