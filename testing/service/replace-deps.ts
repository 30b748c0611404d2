// Replaces dependencies of a wired service.

import type { Deps } from '../../server/wiring/deps.ts'

/** Replaces the named dependencies in place: whatever holds `deps` uses the new ones. */
export function replaceDeps(deps: Partial<Deps>, parts: Partial<Deps>): void {
  Object.assign(deps, parts)
}
