// The event object that webhooks deliver.
import type { EventObject, StoredObject } from './store.ts'
import { apiVersion, newId } from './world.ts'

/** Returns the event for a change of an object. */
export function eventOf(
  type: string,
  object: StoredObject,
  at: { created: number; requestId: string | null; idempotencyKey: string | null },
): EventObject {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: at.created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: at.requestId, idempotency_key: at.idempotencyKey },
    type,
  }
}
