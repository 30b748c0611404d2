// Issues the documents that are due. Run by workers, so no order waits for its number.
import type { Log } from '../base/ports.ts'
import { missingDocuments } from './make-documents.ts'
import type { BillingDeps } from './ports.ts'

const batch = 200
const batchesPerRound = 20
/** Longer than a payment's transaction takes, so that numbers follow the order of payment. */
const quietSeconds = 5

type IssueDeps = BillingDeps & { readonly log: Log }

export async function issueDocuments(deps: IssueDeps, quiet = quietSeconds): Promise<void> {
  for (let round = 0; round < batchesPerRound; round += 1) {
    const looked = await issueBatch(deps, quiet)
    if (looked < batch) return
  }
}

async function issueBatch({ billing, billingDocuments, log }: IssueDeps, quiet: number) {
  const issued: string[] = []
  const looked = await billingDocuments.issueDue(
    { limit: batch, quietSeconds: quiet },
    (facts, numbering) => {
      const documents = missingDocuments(facts, billing, numbering)
      issued.push(...documents.map(({ kind }) => kind))
      return documents
    },
  )
  if (issued.length > 0) log.info('billing.issued', { documents: issued.length })
  return looked
}
