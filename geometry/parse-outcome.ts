// Parses what the crate returns. Apart from execute-task.ts, so that the measuring core does not load the bindings of
// the whole core.
import type { JobOutcome } from './messages.ts'

/** Parses the crate's JSON. Throws when its kind is not in the list, as of a build of another version. */
export function parseOutcome(json: string): JobOutcome {
  const outcome: { readonly kind?: unknown } = JSON.parse(json)
  if (!isOutcome(outcome)) throw new Error(`the core returned the unknown kind ${outcome.kind}`)
  return outcome
}

const outcomeKinds: Readonly<Record<JobOutcome['kind'], true>> = {
  mesh: true,
  sliced: true,
  processed: true,
  changed: true,
  estimated: true,
  inspected: true,
  drawn: true,
  silhouette: true,
  placed: true,
  unreadable: true,
  timed_out: true,
  crashed: true,
  busy: true,
}

const isOutcome = (outcome: { readonly kind?: unknown }): outcome is JobOutcome =>
  Object.hasOwn(outcomeKinds, String(outcome.kind))
