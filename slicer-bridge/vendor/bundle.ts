// A vendor's bundle of presets, as installed with the slicer. A preset inherits from others; presets with names in asterisks exist only
// for inheritance.
import { parseIni, type Settings } from './ini.ts'

export type PresetKind = 'printer' | 'print' | 'filament'

export type Bundle = {
  readonly vendor: string
  /** Returns the presets that a user may choose, in the order of the file. */
  readonly names: (kind: PresetKind) => readonly string[]
  /** Returns the preset with everything that it inherits, or null if there is none with the name. */
  readonly preset: (kind: PresetKind, name: string) => Settings | null
}

/** Opens a bundle. Throws on a preset that inherits from a missing one, or from itself, because the file is then invalid. */
export function openBundle(text: string): Bundle {
  const sections = parseIni(text)
  const resolved = new Map<string, Settings>()

  function resolve(heading: string, heirs: readonly string[]): Settings {
    const known = resolved.get(heading)
    if (known !== undefined) return known
    const own = sections.get(heading)
    if (own === undefined) {
      throw new Error(`${heirs.at(-1)} inherits from ${heading}, which is missing.`)
    }
    if (heirs.includes(heading)) throw new Error(`${heading} inherits from itself.`)
    const kind = heading.slice(0, heading.indexOf(':'))
    const settings = new Map<string, string>()
    // The last of several parents wins (flatten_configbundle_hierarchy in the slicer's PresetBundle.cpp).
    for (const parent of parentsOf(own)) {
      for (const [key, value] of resolve(`${kind}:${parent}`, [...heirs, heading])) {
        if (!ofPreset.has(key)) settings.set(key, value)
      }
    }
    for (const [key, value] of own) if (key !== 'inherits') settings.set(key, value)
    resolved.set(heading, settings)
    return settings
  }

  return {
    vendor: sections.get('vendor')?.get('name') ?? '',
    names: (kind) =>
      [...sections.keys()]
        .filter((heading) => heading.startsWith(`${kind}:`))
        .map((heading) => heading.slice(kind.length + 1))
        .filter((name) => !name.startsWith('*')),
    preset: (kind, name) =>
      sections.has(`${kind}:${name}`) ? resolve(`${kind}:${name}`, []) : null,
  }
}

/** Keys about the preset itself, which are not inherited. */
const ofPreset = new Set(['renamed_from', 'alias'])

const parentsOf = (settings: Settings): readonly string[] =>
  (settings.get('inherits') ?? '')
    .split(';')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
