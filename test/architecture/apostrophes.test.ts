// Sentences on pages and in the API have the typographic apostrophe (’), comments the plain one.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

const root = join(import.meta.dir, '../..')
/** Sentences of the contract, and word lists that match what users type. */
const plainSentences = new Set([
  "We don't currently ship to ",
  "We couldn't read a printable mesh from that file. ",
  "not never without don't",
  "can could may i i'd to",
])
/** Markdown for agents, and texts for operators: they are read in terminals. */
const readInTerminals =
  /^server\/(?:http\/openapi\/llms-text|domain\/base\/metrics\/metric-catalog|domain\/errors\/\w+)\.ts$/

type Node = { readonly type: string } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isNode(value)) return []
  const { type } = value
  if ((type === 'Literal' || type === 'JSXText') && typeof value['value'] === 'string') {
    return [value['value']]
  }
  const quasi = value['value']
  if (type === 'TemplateElement' && typeof quasi === 'object' && quasi !== null) {
    return [String(Reflect.get(quasi, 'cooked'))]
  }
  return Object.values(value).flatMap(textsIn)
}

/** A sentence has a blank between letters; a list of SQL or of names has none, or is not a sentence of a page. */
const hasPlainApostrophe = (text: string): boolean =>
  /[A-Za-z] [a-z]/.test(text) && /[a-z]'[a-z]/.test(text)

function faultsIn(path: string, source: string): readonly string[] {
  const { program, comments } = parseSync(path, source)
  const sentences = textsIn(program).filter(
    (text) => hasPlainApostrophe(text) && !plainSentences.has(text),
  )
  const curly = comments.filter(({ value }) => /[a-z]’/.test(value)).map(({ value }) => value)
  return [...(readInTerminals.test(path) ? [] : sentences), ...curly].map(
    (text) => `${path}: ${text.trim()}`,
  )
}

test('a sentence with a plain apostrophe is found, and a comment with a curly one', () => {
  const source =
    "// The farm’s own.\nconst text = 'Open the order\\'s page.'\nconst name = \"it's\"\n"
  expect(faultsIn('page.ts', source)).toEqual([
    "page.ts: Open the order's page.",
    'page.ts: The farm’s own.',
  ])
})

test('apostrophes of sentences are curly, and those of comments plain', async () => {
  const paths = [...new Bun.Glob('server/{http,pages,html,domain}/**/*.{ts,tsx}').scanSync(root)]
  expect(paths.length).toBeGreaterThan(500)
  const faults = await Promise.all(
    paths.map(async (path) => faultsIn(path, await Bun.file(join(root, path)).text())),
  )
  expect(faults.flat()).toEqual([])
})
