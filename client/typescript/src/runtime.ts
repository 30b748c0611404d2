// The runtime that executes the client.

/**
 * Whether it is a browser or one of its workers, and not Node, Bun or Deno. Checks the page's globals first, because
 * bundlers add `process.versions` to pages.
 */
export function isBrowser(): boolean {
  if ('document' in globalThis || 'importScripts' in globalThis) return true
  const runtime: unknown = Reflect.get(globalThis, 'process')
  return !(typeof runtime === 'object' && runtime !== null && 'versions' in runtime)
}
