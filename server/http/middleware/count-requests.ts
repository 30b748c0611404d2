// Counts every request under its route, so that paths with order codes do not become metrics of their own.
import { pathOf } from '../requests/paths.ts'

type Handler = (request: Request) => Response | Promise<Response>
type Observe = (method: string, route: string, status: number, ms: number) => void

/** `paths` as mounted (`/orders/:code`, `/api/auth/*`); a request that matches none of them counts as `other`. */
export function countRequests(
  handle: Handler,
  paths: readonly string[],
  observe: Observe,
): Handler {
  const routeOf = createRouteOf(paths)
  return (request) => {
    const startedAt = performance.now()
    const finish = (response: Response): Response => {
      observe(request.method, routeOf(request.url), response.status, performance.now() - startedAt)
      return response
    }
    const responding = handle(request)
    return responding instanceof Response ? finish(responding) : responding.then(finish)
  }
}

export function createRouteOf(paths: readonly string[]): (url: string) => string {
  const plain = new Set(paths.filter((path) => !/[:*]/.test(path)))
  const patterns = [...new Set(paths)]
    .filter((path) => !plain.has(path))
    .map(
      (path) =>
        [new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`), path] as const,
    )
  return (url) => {
    const path = pathOf(url)
    if (plain.has(path)) return path
    return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
  }
}
