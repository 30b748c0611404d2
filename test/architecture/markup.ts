// Finds code that can put unescaped text into a page: uses of `raw`, browser functions that parse HTML, and HTML
// written as strings.
import { type Node, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './imports.ts'

export type Bypass = {
  readonly path: string
  /** Line of the file on which it starts, trimmed. */
  readonly text: string
}

/** Properties and functions of a browser that accept HTML. */
const parsers =
  /^(?:innerHTML|outerHTML|srcdoc|insertAdjacentHTML|\w*HTMLUnsafe|parseFromString|createContextualFragment|dangerously\w+)$/
const tag = /<\/?[a-z][a-z0-9-]*(?:[\s/>]|$)/i
const ofMarkup =
  /(?:^|\/)html\/(?:markup|jsx-runtime|jsx-dev-runtime)\.ts$|^\.\/markup\.ts$|^#html\//

/** Finds a line once, whatever it contains. HTML may be written as strings in server/html only. */
export function bypassesOf({ path, source }: SourceFile): Bypass[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Node[] = []
  const mayWriteTags = path.startsWith('server/html/')
  let endOfImport = Number.POSITIVE_INFINITY
  new Visitor({
    ImportDeclaration: (node) => {
      if (!ofMarkup.test(node.source.value)) return
      const names = source.slice(node.start, node.end)
      if (/\braw\b/.test(names)) endOfImport = node.end
      // Under another name a use would not be found.
      if (/\*|\braw as\b/.test(names)) found.push(node)
    },
    ExportNamedDeclaration: (node) => {
      if (ofMarkup.test(node.source?.value ?? '')) found.push(node)
    },
    ExportAllDeclaration: (node) => {
      if (ofMarkup.test(node.source.value)) found.push(node)
    },
  }).visit(program)
  new Visitor({
    Identifier: (node) => {
      const isRaw = node.name === 'raw' && node.start > endOfImport
      if (isRaw || parsers.test(node.name)) found.push(node)
    },
    JSXAttribute: (node) => {
      if (node.name.type === 'JSXIdentifier' && parsers.test(node.name.name)) found.push(node)
    },
    TemplateLiteral: (node) => {
      const isMade = node.expressions.length > 0
      if (!mayWriteTags && isMade && node.quasis.some(({ value }) => tag.test(value.raw))) {
        found.push(node)
      }
    },
    BinaryExpression: (node) => {
      const isTag = (side: Node) =>
        side.type === 'Literal' && typeof side.value === 'string' && tag.test(side.value)
      if (!mayWriteTags && node.operator === '+' && (isTag(node.left) || isTag(node.right))) {
        found.push(node)
      }
    },
  }).visit(program)
  const lines = found
    .toSorted((one, other) => one.start - other.start)
    .map(({ start }) => lineAt(source, start))
  return [...new Set(lines)].map((text) => ({ path, text }))
}

function lineAt(source: string, place: number): string {
  const start = source.lastIndexOf('\n', place - 1) + 1
  const end = source.indexOf('\n', place)
  return source.slice(start, end === -1 ? undefined : end).trim()
}
