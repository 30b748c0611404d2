// Every regular expression of a source file: literals, and those built by `new RegExp` as far as their text can be
// read.
import { type Node, parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from '../imports.ts'

export type Site = {
  readonly path: string
  readonly line: number
  /** As written in the file, on one line: `/a+/u`, or the whole `new RegExp(…)`. */
  readonly text: string
  /** Null: built from values that this reader cannot determine. */
  readonly pattern: { readonly source: string; readonly flags: string } | null
}

export function regexesOf({ path, source }: SourceFile): Site[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const constants = new Map<string, Node>()
  const found: { readonly node: Node; readonly pattern: Site['pattern'] }[] = []
  const addBuilt = (node: Node, callee: Node, args: readonly Node[]) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return
    const [text, letters] = args
    const built = text === undefined ? null : textOf(text, constants)
    const flags = letters === undefined ? '' : textOf(letters, constants)
    found.push({
      node,
      pattern: built === null || flags === null ? null : { source: built, flags },
    })
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
    },
  }).visit(program)
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) {
        const { pattern, flags } = node.regex
        found.push({ node, pattern: { source: pattern, flags } })
      }
    },
    NewExpression: (node) => addBuilt(node, node.callee, node.arguments),
    CallExpression: (node) => addBuilt(node, node.callee, node.arguments),
  }).visit(program)
  return found
    .toSorted((one, other) => one.node.start - other.node.start)
    .map(({ node, pattern }) => ({
      path,
      line: source.slice(0, node.start).split('\n').length,
      text: source.slice(node.start, node.end).replaceAll(/\s*\n\s*/g, ' '),
      pattern,
    }))
}

/** Returns the value of a string that consists only of literals and constants of the same file. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TSAsExpression') return textOf(node.expression, constants)
  if (node.type === 'Identifier') {
    const value = constants.get(node.name)
    return value === undefined ? null : textOf(value, constants)
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [textOf(node.left, constants), textOf(node.right, constants)]
    return left === null || right === null ? null : left + right
  }
  if (node.type !== 'TemplateLiteral') return null
  const values = node.expressions.map((part) => textOf(part, constants))
  if (values.includes(null)) return null
  return node.quasis
    .map(({ value }, index) => (value.cooked ?? '') + (values[index] ?? ''))
    .join('')
}
