// Reads the card processor's balance transactions and payouts, books those that the ledger of money lacks, and compares
// both. Reads one page per step, so that a long history does not block a worker and survives its termination.

import { ProcessorUnavailable } from '../payments/ports.ts'
import type { BooksDeps, ReadingStep } from './ports.ts'

/** Settling a charge, refund or dispute takes some minutes after the processor has moved the money. */
const defaultQuietSeconds = 3600

/** Number of differences to log. The operators' page lists all of them. */
const maxLogged = 20

/**
 * Runs one step of a reading if one is due. Returns whether one was due. If the processor is unreachable, the step is
 * retried after the lease expires.
 */
export async function takeTieOutStep(
  deps: Pick<BooksDeps, 'books' | 'log' | 'processorBalance'>,
  quietSeconds = defaultQuietSeconds,
): Promise<boolean> {
  const step = await deps.books.claimStep()
  if (step === null) return false
  try {
    await take(deps, step, quietSeconds)
    return true
  } catch (error) {
    if (!(error instanceof ProcessorUnavailable)) throw error
    deps.log.warn('books.processor_unreachable', { phase: step.phase, error })
    return false
  }
}

async function take(
  { books, processorBalance, log }: Pick<BooksDeps, 'books' | 'processorBalance' | 'log'>,
  step: ReadingStep,
  quietSeconds: number,
): Promise<void> {
  switch (step.phase) {
    case 'transactions':
      return books.keepTransactions(await processorBalance.listTransactions(step, step.after), null)
    case 'payouts':
      return books.keepPayouts(await processorBalance.listPayouts(step.since, step.after))
    case 'contents':
      return books.keepTransactions(
        await processorBalance.listTransactions(step, step.after),
        step.payoutId,
      )
    case 'compare': {
      const { differences, ...found } = await books.compare({
        startedAt: step.startedAt,
        quietSeconds,
      })
      const unexplained = differences.filter(({ explanation }) => explanation === null)
      for (const { part, objectId, processorCents, ledgerCents } of unexplained.slice(
        0,
        maxLogged,
      )) {
        log.error('books.differ', { part, objectId, processorCents, ledgerCents })
      }
      log.info('books.compared', found)
    }
  }
}
