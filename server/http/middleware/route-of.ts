// Route of a URL, under which requests are counted, so that each order code does not become a separate metric.
import { pathOf } from '../requests/paths.ts'
import { pathPattern } from './path-pattern.ts'

/**
 * Creates the lookup. `paths` are as mounted (`/orders/:code`, `/api/auth/*`). A URL without a match counts as `other`.
 */
export function createRouteOf(paths: readonly string[]): (url: string) => string {
  const plain = new Set(paths.filter((path) => !/[:*]/.test(path)))
  const others = new Set(paths).difference(plain)
  // The plain ones come first, because `/orders/:code` matches `/orders/new/` as well.
  const patterns = [...plain, ...others].map((path) => [pathPattern(path), path] as const)
  return (url) => {
    const path = pathOf(url)
    if (plain.has(path)) return path
    return patterns.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
  }
}
