// The table of README.md: what reached the model, or the client's user, in each step of the scenario.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sight } from './story.ts'

/** Steps of the scenario, and the tool of each. */
const steps = {
  list: 'list_materials',
  check: 'check_printability',
  quote: 'quote_print',
  order: 'create_print_order',
  find: 'list_my_orders',
  track: 'track_order',
} as const

export type Row = { readonly name: string; readonly seen: Readonly<Record<string, Sight>> }

const file = join(import.meta.dir, 'README.md')
const [begin, end] = ['<!-- matrix -->', '<!-- /matrix -->'] as const

/** Replaces the rows of the clients that ran, in the order of `names`; the others stay. */
export function writeMatrix(rows: readonly Row[], names: readonly string[]): void {
  const text = readFileSync(file, 'utf8')
  const [before = '', after = ''] = [text.split(begin)[0], text.split(end)[1]]
  const old = text.slice(before.length + begin.length, text.length - after.length - end.length)
  const lineOf = (name: string) => {
    const row = rows.find((one) => one.name === name)
    if (row === undefined) return old.split('\n').filter((line) => line.startsWith(`| ${name} |`))
    const cells = Object.values(steps).map((tool) => wordsOf(row.seen[tool]))
    return [`| ${[name, ...cells].join(' | ')} |`]
  }
  const titles = ['client', ...Object.keys(steps)]
  const table = [
    `| ${titles.join(' | ')} |`,
    `|${titles.map(() => '---').join('|')}|`,
    ...names.flatMap(lineOf),
  ]
  writeFileSync(file, [before, begin, '\n', table.join('\n'), '\n', end, after].join(''))
}

function wordsOf(sight: Sight | undefined): string {
  if (sight === undefined) return 'nothing'
  const { sentence, json, fields, images } = sight
  const parts = [
    ...(sentence ? ['S'] : []),
    ...(json ? ['J'] : []),
    ...(fields ? ['F'] : []),
    ...(images > 0 ? ['P'.repeat(images)] : []),
  ]
  return parts.join(' ') || 'nothing'
}
