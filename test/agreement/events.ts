// What reaches the service between two steps: events of the processor, also twice and in another order.
import type { Stage } from './stage.ts'

export async function deliver({ service, dice }: Stage): Promise<void> {
  const copies = dice.chance(0.15) ? 2 : 1
  await service.stripe.deliver({ copies, reverse: dice.chance(0.2) })
}
