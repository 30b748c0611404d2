// Responses to OPTIONS, and to methods that a known path does not serve.
import { refusedWith } from '../responses/error-code.ts'
import { pathPattern } from './path-pattern.ts'

export type MountedRoute = { readonly method: string; readonly path: string }

/** Returns the methods of a path without its query, or null if no route has the path. */
export type MethodsOf = (path: string) => readonly string[] | null

/** Creates the lookup. `routes` are as mounted: `/orders/:code`, `/account/*`. */
export function createMethodsOf(routes: readonly MountedRoute[]): MethodsOf {
  const byPath = Map.groupBy(routes, ({ path }) => path)
  const patterns = [...byPath].map(([path, mounted]) => ({
    pattern: pathPattern(path),
    methods: mounted.map(({ method }) => method),
  }))
  return (path) => {
    const matches = patterns.filter(({ pattern }) => pattern.test(path))
    return matches.length === 0 ? null : matches.flatMap(({ methods }) => methods)
  }
}

/**
 * Returns 204 for OPTIONS and 405 for any other method, both with `Allow`. A path that serves GET also serves HEAD.
 */
export function refuseMethod(request: Request, methods: readonly string[]): Response {
  const served = new Set(methods)
  if (served.has('GET')) served.add('HEAD')
  const allow = [...served, 'OPTIONS'].toSorted().join(', ')
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } })
  const error = `Method not allowed. This path serves ${[...served].toSorted().join(', ')}.`
  return refusedWith('method_not_allowed', 405, error, { allow })
}
