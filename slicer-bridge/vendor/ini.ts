// The slicer's `.ini` files: one `key = value` per line, with raw values and line breaks as `\n`. `#` begins a comment.

/** Values as in the file: escaped, and lists with commas or semicolons. */
export type Settings = ReadonlyMap<string, string>

/** Settings by heading, without its brackets. */
export type Sections = ReadonlyMap<string, Settings>

/** Heading of the lines before the first heading. In an exported configuration, these are all lines. */
export const untitled = ''

/** Parses a file. Skips lines that are neither a heading nor a setting, as the slicer does. */
export function parseIni(text: string): Sections {
  const sections = new Map<string, Map<string, string>>()
  let current = untitled
  for (const written of text.split('\n')) {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('[') && line.endsWith(']')) {
      current = line.slice(1, -1)
      continue
    }
    const at = line.indexOf('=')
    if (at < 1) continue
    const settings = sections.get(current) ?? new Map<string, string>()
    sections.set(current, settings)
    settings.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return sections
}

/** Returns the first value of a list, without quotes. */
export function firstOf(settings: Settings, key: string): string | null {
  const value = settings.get(key)
  if (value === undefined) return null
  const first = value.startsWith('"') ? value.slice(1).split('"')[0] : value.split(/[,;]/)[0]
  return first?.trim() ?? null
}

/** Returns the first number of a list, or null if there is none. A percentage is not a number. */
export function numberOf(settings: Settings, key: string): number | null {
  const first = firstOf(settings, key)
  const value = first === null || first === '' ? Number.NaN : Number(first)
  return Number.isFinite(value) ? value : null
}
