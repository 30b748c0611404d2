// Parts of pages as text.
import type { Fragments } from './event-stream.ts'

export async function renderFragments(
  parts: Readonly<Record<string, JSX.Element>>,
): Promise<Fragments> {
  const entries = Object.entries(parts).map(async ([id, part]) => [id, await part] as const)
  return Object.fromEntries(await Promise.all(entries))
}
