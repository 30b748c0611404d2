// Describes the differences between two brandings in sentences.
import { type BrandedTextName, brandedTextNames } from './branding.ts'
import type { StatedBranding } from './ports.ts'

const textNames: Readonly<Record<BrandedTextName, string>> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds',
  contact: 'Contact',
}

/** Returns one sentence per difference; empty if the two are equal. Texts are named, not repeated. */
export function brandingChanges(before: StatedBranding, after: StatedBranding): readonly string[] {
  const changes: string[] = []
  const note = (what: string, from: string | null, to: string | null) => {
    if (from !== to) changes.push(`${what}: ${from ?? 'default'} to ${to ?? 'default'}.`)
  }
  note('Name', quote(before.name), quote(after.name))
  note('Accent color', before.accent, after.accent)
  if (before.logoDigest !== after.logoDigest) {
    changes.push(after.logoDigest === null ? 'Logo removed.' : 'New logo.')
  }
  for (const page of brandedTextNames) {
    const [from, to] = [before.texts[page], after.texts[page]]
    if (from === to) continue
    changes.push(
      to === undefined
        ? `${textNames[page]}: text removed.`
        : `${textNames[page]}: ${to.length.toLocaleString('en-US')} characters.`,
    )
  }
  note('Seller', joinLines(before.seller), joinLines(after.seller))
  return changes
}

const quote = (name: string | null): string | null => (name === null ? null : `“${name}”`)

const joinLines = (lines: readonly string[]): string | null =>
  lines.length === 0 ? null : lines.join(', ')
