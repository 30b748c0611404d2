// Route of a URL, under which requests are counted, so that each order code does not become a separate metric.
import { pathOf } from '../requests/paths.ts'

/**
 * Creates the lookup. `paths` are as mounted (`/orders/:code`, `/api/auth/*`). A URL without a match counts as `other`.
 */
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
