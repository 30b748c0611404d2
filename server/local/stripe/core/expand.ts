// Stripe's `expand`: replaces ids in a response by the objects they name.
import { invalidParameter } from './errors.ts'
import { statusNow } from './ledger.ts'
import type { World } from './world.ts'

type Expandable = { [key: string]: unknown }
const maxExpandDepth = 4

/** Replaces the ids at the paths by their objects, for example `payment_intent.latest_charge`, or `data.x` inside a list. */
export function expandPaths(world: World, body: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(body)
  for (const path of paths) {
    const keys = path.split('.')
    if (keys.length > maxExpandDepth) {
      throw invalidParameter(
        'property_cannot_be_expanded',
        'expand',
        `You cannot expand more than 4 levels of a property. Property: ${path}`,
      )
    }
    expandOne(world, copy, keys, path)
  }
  return copy
}

function expandOne(world: World, at: unknown, keys: readonly string[], path: string): void {
  const [key, ...rest] = keys
  if (key === undefined || at === null || at === undefined) return
  if (Array.isArray(at)) {
    for (const item of at) expandOne(world, item, keys, path)
    return
  }
  if (!isRecord(at) || !(key in at)) throw notExpandable(path)
  const value = at[key]
  if (value !== null && typeof value !== 'object') at[key] = objectNamed(world, value, path)
  expandOne(world, at[key], rest, path)
}

function objectNamed(world: World, id: unknown, path: string): unknown {
  const object = typeof id === 'string' ? world.store.readAny(id) : null
  if (object === null) {
    const deleted = typeof id === 'string' ? world.store.readDeletedCustomer(id) : null
    if (deleted === null) throw notExpandable(path)
    return deleted
  }
  return object.object === 'balance_transaction' ? statusNow(world, object) : object
}

const isRecord = (value: unknown): value is Expandable =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const notExpandable = (path: string) =>
  invalidParameter(
    'property_cannot_be_expanded',
    'expand',
    `This property cannot be expanded (${path}).`,
  )
