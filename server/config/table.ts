// The configuration table of the documentation, made from the variables' own descriptions; a test compares it with the file.
// `bun server/config/table.ts` prints it.
import * as v from 'valibot'
import { environment } from './environment.ts'
import type { Documentation } from './fields.ts'

type Row = { name: string; byDefault: string; text: string }

/** Markdown; a star marks what production requires, a dagger what may come from a file. */
export function configurationTable(): string {
  const rows = new Map<string, Row>()
  for (const [name, schema] of Object.entries(environment.entries)) {
    const documentation = documentationOf(schema)
    if (documentation === null) continue
    const marks = `${documentation.required === undefined ? '' : ' *'}${documentation.secret ? ' †' : ''}`
    const shown = `\`${name}\`${marks}`
    if ('text' in documentation) {
      const byDefault = documentation.byDefault ?? defaultOf(schema)
      rows.set(name, { name: shown, byDefault, text: documentation.text })
    } else {
      const row = rows.get(documentation.rowOf)
      if (row === undefined) throw new Error(`${name} stands before ${documentation.rowOf}.`)
      row.name += `, ${shown}`
    }
  }
  const lines = [...rows.values()].map((row) => `| ${row.name} | ${row.byDefault} | ${row.text} |`)
  return ['| name | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

/** The variables that production requires, each with what it must hold. */
export function requiredInProduction(): readonly (readonly [name: string, what: string])[] {
  return Object.entries(environment.entries).flatMap(([name, schema]) => {
    const what = documentationOf(schema)?.required
    return what === undefined ? [] : [[name, what] as const]
  })
}

/** The variables whose value may come from a file (secret-files.ts). */
export const secretNames = (): readonly string[] =>
  Object.entries(environment.entries).flatMap(([name, schema]) =>
    documentationOf(schema)?.secret === true ? [name] : [],
  )

type Field = (typeof environment.entries)[keyof typeof environment.entries]

/** null for NODE_ENV, which the text above the table explains. */
function documentationOf(schema: Field): Documentation | null {
  return 'pipe' in schema ? v.getMetadata(schema) : null
}

const defaultOf = (schema: Field): string => String(v.getDefault(schema) || 'none')

if (import.meta.main) console.log(configurationTable())
