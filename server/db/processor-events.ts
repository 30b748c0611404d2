// Processor events that were handled: a delivery is repeated until it is answered, and sometimes after.
import type { ProcessorEvents } from '../domain/ports.ts'
import type { Db } from './connect.ts'

export function createProcessorEvents(db: Db): ProcessorEvents {
  return {
    isHandled: async (id) => {
      const row = await db
        .selectFrom('processor_events')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    markHandled: async (id, type) => {
      await db
        .insertInto('processor_events')
        .values({ id, type })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}
