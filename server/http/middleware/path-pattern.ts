/** Returns a pattern for a path as mounted (`/orders/:code`, `/account/*`). The router accepts one trailing slash. */
export function pathPattern(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')
  return new RegExp(`^${escaped}/?$`)
}
