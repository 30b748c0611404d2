// Prepares every statement of a pool once per connection. The statements and their results stay the
// same; parsing and planning take most of the time of a short statement.
import type pg from 'pg'

export function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>()
  const named = (args: readonly unknown[]): readonly unknown[] => {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    return [{ name, text, values }, ...rest]
  }
  pool.on('connect', (client) => {
    const { query } = client
    Object.assign(client, {
      query: (...args: unknown[]) => Reflect.apply(query, client, named(args)),
    })
  })
}
