// The route of a URL, under which a request is counted: paths with order codes do not become metrics of their own.
import { pathOf } from '../requests/paths.ts'

/** `paths` as mounted (`/orders/:code`, `/api/auth/*`); a URL that matches none of them counts as `other`. */
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
