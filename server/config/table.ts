// The configuration tables of the documentation, generated from the variables' descriptions. A test compares them with the file. `bun
// server/config/table.ts` prints them.
import * as v from 'valibot'
import { environment } from './environment.ts'
import type { Documentation } from './fields.ts'

type Row = { name: string; byDefault: string; text: string }

/** Headings, keyed by the first variable of each section, in the order of the variables. */
const headings: ReadonlyMap<string, string> = new Map([
  ['PORT', 'Process'],
  ['DATABASE_URL', 'Database'],
  ['STRIPE_SECRET_KEY', 'Payments, prices and legal texts'],
  ['BASKET_DAYS', 'Retention'],
  ['GCS_BUCKET', 'Storage and backup'],
  ['SMTP_URL', 'Mail and alerts'],
  ['AUTH_SECRET', 'Keys and access'],
  ['TIME_ZONE', 'The farm and its costs'],
  ['GEOMETRY_WORKERS', 'Geometry and slicing'],
  ['TRIPO_API_KEY', 'Generation'],
  ['MCP_ALLOWED_ORIGINS', 'Links and downloads'],
])

/** Returns the tables in Markdown, one per subject. A star marks what production requires, and a dagger what may come from a file. */
export function configurationTables(): string {
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
  const lines = [...rows].flatMap(([name, row]) => [
    ...headingOf(name),
    `| ${row.name} | ${row.byDefault} | ${row.text} |`,
  ])
  return lines.join('\n').trim()
}

function headingOf(name: string): readonly string[] {
  const heading = headings.get(name)
  if (heading === undefined) return []
  return ['', `## ${heading}`, '', '| name | default | meaning |', '|---|---|---|']
}

/** Returns the variables that production requires, each with a description of its value. */
export function requiredInProduction(): readonly (readonly [name: string, what: string])[] {
  return Object.entries(environment.entries).flatMap(([name, schema]) => {
    const what = documentationOf(schema)?.required
    return what === undefined ? [] : [[name, what] as const]
  })
}

/** Returns the variables whose value may come from a file (secret-files.ts). */
export const secretNames = (): readonly string[] =>
  Object.entries(environment.entries).flatMap(([name, schema]) =>
    documentationOf(schema)?.secret === true ? [name] : [],
  )

type Field = (typeof environment.entries)[keyof typeof environment.entries]

/** Returns null for NODE_ENV, which the text above the table explains. */
function documentationOf(schema: Field): Documentation | null {
  return 'pipe' in schema ? v.getMetadata(schema) : null
}

const defaultOf = (schema: Field): string => String(v.getDefault(schema) || 'none')

if (import.meta.main) console.log(configurationTables())
