// Validating accessors for an untrusted document.
import { malformed } from './limits.ts'

export type Json = Record<string, unknown>

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns the objects of a list member; [] when it is absent. Throws when it is not a list of
 * objects.
 */
export function objects(parent: Json, member: string): Json[] {
  const list = parent[member] ?? []
  if (!Array.isArray(list) || !list.every(isObject)) {
    throw malformed('the JSON of the glTF', `"${member}" is not a list of objects`)
  }
  return list
}

/** Returns a count, size or index; `fallback` when it is absent. */
export function whole(parent: Json, member: string, fallback?: number): number {
  const value = parent[member] ?? fallback
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw malformed('the JSON of the glTF', `"${member}" is not a whole number from 0`)
}

/** Returns the first of the named members of `extensions` that exists. */
export function extension(parent: Json, names: readonly string[]): Json | undefined {
  if (!isObject(parent['extensions'])) return undefined
  for (const name of names) {
    const found = Object.hasOwn(parent['extensions'], name) ? parent['extensions'][name] : undefined
    if (isObject(found)) return found
  }
  return undefined
}

/** Removes extensions from an object, and the `extensions` member if it is then empty. */
export function dropExtensions(parent: Json, names: readonly string[]): void {
  if (!isObject(parent['extensions'])) return
  for (const name of names) delete parent['extensions'][name]
  if (Object.keys(parent['extensions']).length === 0) delete parent['extensions']
}
