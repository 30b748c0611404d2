// The slicer's `.ini` files: one `key = value` a line, values as they are written, with line breaks as `\n`; `#` begins a comment.

/** Values as the file has them: escaped, and lists with commas or semicolons. */
export type Settings = ReadonlyMap<string, string>

/** Settings by heading, without its brackets. */
export type Sections = ReadonlyMap<string, Settings>

/** The heading of what stands before the first one, such as all of an exported configuration. */
export const untitled = ''

/** Lines that are neither a heading nor a setting are skipped, as the slicer does. */
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

/** The first value of a list, without quotes. */
export function firstOf(settings: Settings, key: string): string | null {
  const value = settings.get(key)
  if (value === undefined) return null
  const first = value.startsWith('"') ? value.slice(1).split('"')[0] : value.split(/[,;]/)[0]
  return first?.trim() ?? null
}

/** The first number of a list; null where there is none. A percentage is none. */
export function numberOf(settings: Settings, key: string): number | null {
  const first = firstOf(settings, key)
  const value = first === null || first === '' ? Number.NaN : Number(first)
  return Number.isFinite(value) ? value : null
}
