// What happens by itself some time after a request: to objects that called `world.later`.
import type { World } from '../core/world.ts'
import { continueRefund } from './refunds.ts'

/** Takes the object's next step. */
export function continueObject(world: World, id: string): void {
  const object = world.store.readAny(id)
  if (object?.object === 'refund') continueRefund(world, object)
}
