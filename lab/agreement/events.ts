// The ways in which the service is notified of events at the processor: by deliveries, which may be repeated and out of order, or by its
// search when they are lost.
import { reviewPayments } from '../../server/domain/orders/disputes/review-payment.ts'
import type { Stage } from './stage.ts'

export async function deliver({ service, dice }: Stage): Promise<void> {
  const copies = dice.chance(0.15) ? 2 : 1
  await service.stripe.deliver({ copies, reverse: dice.chance(0.2) })
}

/** Acts as a bank or as a user in the dashboard; some of the events are lost. */
export async function actThere<Output>(stage: Stage, act: () => Promise<Output>): Promise<Output> {
  const { service, dice } = stage
  const areLost = dice.chance(0.1)
  await service.stripe.webhooks({ mode: areLost ? 'off' : 'hold' })
  const done = await act()
  await service.stripe.webhooks({ mode: 'hold' })
  if (areLost) {
    await search(stage)
  } else {
    await deliver(stage)
  }
  return done
}

/** Searches, as if the last search were long ago, until no payment waits for a review. */
async function search({ service: { db, deps } }: Stage): Promise<void> {
  await db
    .updateTable('return_searches')
    .set({ due_at: new Date(0) })
    .execute()
  await db.updateTable('payment_reviews').set({ checked_at: null }).execute()
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await reviewPayments(deps)
    const waiting = await db
      .selectFrom('payment_reviews')
      .select('payment_id')
      .where('checked_at', 'is', null)
      .executeTakeFirst()
    if (waiting === undefined) return
  }
}
