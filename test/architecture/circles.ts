// Shared by the checks of folders (imports.ts) and of Rust modules (rust-modules.ts).

type Edge = { readonly from: string; readonly to: string }

/** Returns the edges that are part of a cycle: their end leads back to their start. */
export function circularEdges<E extends Edge>(edges: readonly E[]): E[] {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of edges) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const reachable = (start: string): ReadonlySet<string> => {
    const seen = new Set([start])
    // A loop over a set also visits entries that are added meanwhile.
    for (const name of seen) for (const next of targets.get(name) ?? []) seen.add(next)
    return seen
  }
  const reached = new Map([...targets.keys()].map((name) => [name, reachable(name)]))
  return edges.filter(({ from, to }) => reached.get(to)?.has(from) ?? false)
}
