// Delayed effects of a request: a refund that fails, or a dispute of a payment. Stored in the state until they are due, so that a
// restarted process continues them.
import type { Store } from './core/store.ts'

/**
 * Creates the schedule. `run` takes the next step of an object inside a transaction. `taken` is called after due steps were committed.
 */
export function createLater(options: {
  store: Store
  delayMs: number
  run: (id: string) => void
  taken: () => void
}) {
  const { store, delayMs, run, taken } = options
  let timer: ReturnType<typeof setTimeout> | null = null
  let waiting = true

  function runDue(untilMs: number): void {
    const due = store.db
      .query<{ object_id: string }, [number]>(
        'select object_id from later where due_ms <= ? order by due_ms, rowid',
      )
      .all(untilMs)
    for (const { object_id } of due) {
      store.transaction(() => {
        store.db.query('delete from later where object_id = ?').run(object_id)
        run(object_id)
      })
    }
    if (due.length > 0) taken()
  }

  function pump(): void {
    if (!waiting) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    runDue(Date.now())
    const next = store.db.query<{ ms: number | null }, []>('select min(due_ms) as ms from later')
    const ms = next.get()?.ms ?? null
    waiting = ms !== null
    if (ms !== null) timer = setTimeout(pump, ms - Date.now())
  }

  return {
    /** Must be called inside the transaction that changed the object. */
    add: (id: string): void => {
      waiting = true
      store.db
        .query('insert or replace into later (object_id, due_ms) values (?, ?)')
        .run(id, Date.now() + delayMs)
    },
    /** Must be called after a commit. */
    wake: pump,
    /** Takes all waiting steps now, and the steps that follow from them. */
    runAll: (): void => {
      while (store.db.query('select 1 from later').get() !== null) runDue(Number.MAX_SAFE_INTEGER)
    },
    close: (): void => {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
