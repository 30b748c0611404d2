// The values of tokens.css by scheme, for colors that are derived from them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const css = readFileSync(join(import.meta.dir, '../assets/tokens.css'), 'utf8')
/** The dark scheme is the first media query. */
const [light = '', dark = ''] = css.split('@media')

/** Reads the declarations of custom properties, one per line. */
const valuesOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block.split('\n').flatMap((line) => {
      const [name = '', value] = line.trim().replace(/;$/, '').split(': ')
      return name.startsWith('--') && value !== undefined ? [[name.slice(2), value] as const] : []
    }),
  )

export const tokens = { light: valuesOf(light), dark: valuesOf(dark) } as const
