// Issues the documents that are due. Workers run it, so that no order waits for its number.
import type { Log } from '../base/ports.ts'
import { missingDocuments } from './make-documents.ts'
import type { BillingDeps } from './ports.ts'

const ordersPerBatch = 200
const batchesPerRound = 20
/** Longer than a payment's transaction takes, so that document numbers follow the order of payment. */
const quietSeconds = 5

type IssueDeps = BillingDeps & { readonly log: Log }

export async function issueDocuments(deps: IssueDeps, quiet = quietSeconds): Promise<void> {
  for (let round = 0; round < batchesPerRound; round += 1) {
    const checkedCount = await issueBatch(deps, quiet)
    if (checkedCount < ordersPerBatch) return
  }
}

async function issueBatch({ billing, billingDocuments, log }: IssueDeps, quiet: number) {
  const issued: string[] = []
  const checkedCount = await billingDocuments.issueDue(
    { limit: ordersPerBatch, quietSeconds: quiet },
    (facts, numbering) => {
      const documents = missingDocuments(facts, billing, numbering)
      issued.push(...documents.map(({ kind }) => kind))
      return documents
    },
  )
  if (issued.length > 0) log.info('billing.issued', { documents: issued.length })
  return checkedCount
}
