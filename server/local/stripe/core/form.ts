// Stripe's request encoding: `a[b][0]=x` in a form body or a query becomes nested records and lists.

export type FormValue = string | FormValue[] | { [key: string]: FormValue }

const maxPairs = 1000
const maxDepth = 8

export class FormError extends Error {
  override readonly name = 'FormError'
}

type Node = Map<string, Node | string>

/** Parses a form. Throws FormError if it is malformed, contradictory or too large. */
export function parseForm(text: string): { [key: string]: FormValue } {
  const root: Node = new Map()
  let pairs = 0
  for (const [name, value] of new URLSearchParams(text)) {
    pairs += 1
    if (pairs > maxPairs) throw new FormError('Too many parameters.')
    insert(root, keysOf(name), value)
  }
  return Object.fromEntries([...root].map(([key, node]) => [key, plainOf(node)]))
}

function keysOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name)
  if (match?.[1] === undefined) throw new FormError(`Invalid parameter name: ${name.slice(0, 100)}`)
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, key]) => key ?? '')
  if (inner.length >= maxDepth) throw new FormError('Parameters are nested too deeply.')
  return [match[1], ...inner]
}

function insert(root: Node, keys: readonly string[], value: string): void {
  let node = root
  for (const [depth, written] of keys.entries()) {
    // `a[]=x` appends.
    const key = written === '' ? String(node.size) : written
    if (depth === keys.length - 1) {
      node.set(key, value)
      return
    }
    const next = node.get(key) ?? new Map()
    if (typeof next === 'string') throw new FormError(`Invalid parameter: ${keys[0]}`)
    node.set(key, next)
    node = next
  }
}

function plainOf(node: Node | string): FormValue {
  if (typeof node === 'string') return node
  const keys = [...node.keys()]
  const isList = keys.length > 0 && keys.every((key, index) => key === String(index))
  if (isList) return [...node.values()].map(plainOf)
  return Object.fromEntries([...node].map(([key, child]) => [key, plainOf(child)]))
}
