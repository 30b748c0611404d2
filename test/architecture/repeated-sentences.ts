// Finds sentences that are string literals of several files.
import { parseSync } from 'oxc-parser'

type Node = { readonly type: string; readonly [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Placeholder of a value in a text. Sentences that contain one are not compared. */
const gap = '\u0000'

/** Returns the text of a literal, a template or a sum of them; null for other nodes. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type === 'JSXText') return String(node['value'])
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
    return quasis.map(({ value }) => value.cooked).join(gap)
  }
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null
  const sides = [node['left'], node['right']].map((side) =>
    isNode(side) ? (textOf(side) ?? gap) : gap,
  )
  return sides.join('')
}

function* textsIn(node: Node): Generator<string> {
  if (node.type.startsWith('Import') || node.type.startsWith('Export')) {
    if (isNode(node['declaration'])) yield* textsIn(node['declaration'])
    return
  }
  const text = textOf(node)
  if (text !== null) yield text
  // The parts of a sum are read with it, but not the values within.
  if (text !== null && node.type !== 'TemplateLiteral') return
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* textsIn(child)
    }
  }
}

const minWords = 7

/** Returns the complete sentences of a text, of at least seven words and without a value. */
export const sentencesOf = (text: string): readonly string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?]) (?=\p{Lu})/u)
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        /^\p{Lu}.*[.!?]$/u.test(sentence) &&
        !sentence.includes(gap) &&
        sentence.split(' ').length >= minWords,
    )

/** Returns each sentence that occurs in several of the files, with their paths. */
export function repeatedSentences(
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, readonly string[]>> {
  const places = new Map<string, Set<string>>()
  for (const [path, source] of Object.entries(files)) {
    const program: unknown = parseSync(path, source).program
    if (!isNode(program)) throw new Error(`${path} cannot be parsed`)
    for (const text of textsIn(program)) {
      for (const sentence of sentencesOf(text)) {
        places.set(sentence, (places.get(sentence) ?? new Set()).add(path))
      }
    }
  }
  const several = [...places].filter(([, paths]) => paths.size > 1)
  return Object.fromEntries(several.map(([sentence, paths]) => [sentence, [...paths].toSorted()]))
}
