// Which files of the product may import which: the picture of the architecture as data, a reader of
// imports (types, re-exports, dynamic ones and worker URLs included), and the check of one against the other.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'

export type SourceFile = { readonly path: string; readonly source: string }

/** One import; `specifier` is undefined when it is computed and so cannot be judged. */
export type Import = { readonly specifier: string | undefined; readonly line: number }

type Rule = {
  /** Areas of our own that may be imported, besides the area itself. */
  readonly ours: readonly string[]
  /** npm packages: all of them, or only those named. */
  readonly packages: 'any' | readonly string[]
  /** node: and bun modules. */
  readonly builtins: boolean
}

const outside = { packages: 'any', builtins: true } as const
const everyArea = [
  'server/config',
  'server/http',
  'server/pages',
  'server/domain',
  'server/db',
  'server/adapters',
  'mcp',
  'geometry',
  'slicer-bridge',
]

/** An area is a folder, or a file named without its extension. */
export const PICTURE: Readonly<Record<string, Rule>> = {
  'server/main': {
    ours: [...everyArea, 'server/wiring', 'server/process', 'server/local'],
    ...outside,
  },
  'server/wiring': { ours: everyArea, ...outside },
  'server/process': { ours: ['server/domain', 'server/local'], ...outside },
  'server/config': { ours: ['server/domain'], packages: ['valibot'], builtins: true },
  'server/local': { ours: ['server/domain', 'server/config'], ...outside },
  'server/http': { ours: ['server/domain', 'server/pages'], ...outside },
  'server/pages': { ours: ['server/domain'], ...outside },
  mcp: { ours: ['server/domain'], ...outside },
  'server/db': { ours: ['server/domain'], ...outside },
  'server/adapters': { ours: ['server/domain'], ...outside },
  'server/domain': { ours: [], packages: [], builtins: false },
  geometry: { ours: [], ...outside },
  'slicer-bridge': { ours: [], ...outside },
}

/** Every edge of the given files that the picture does not have, one line each. */
export function forbiddenEdges(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = areaOf(file.path)
    if (from === undefined) return [`${file.path}: belongs to no area of the picture`]
    return importsOf(file).flatMap((edge) => {
      const problem = judge(file.path, from, edge.specifier)
      return problem === undefined ? [] : [`${file.path}:${edge.line}: ${problem}`]
    })
  })
}

/** The imports of a file, in the order of its source. */
export function importsOf({ path, source }: SourceFile): Import[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: { specifier: string | undefined; at: number }[] = []
  const add = (node: Node, from: Node | null | undefined) => {
    if (from) found.push({ specifier: specifierOf(from), at: node.start })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source),
    ExportNamedDeclaration: (node) => add(node, node.source),
    ExportAllDeclaration: (node) => add(node, node.source),
    ImportExpression: (node) => add(node, node.source),
    TSImportType: (node) => add(node, node.source),
    CallExpression: (node) => {
      if (loaders.test(source.slice(node.callee.start, node.callee.end)))
        add(node, node.arguments[0])
    },
    NewExpression: (node) => {
      const [file] = node.arguments
      const isFile =
        file?.type === 'Literal' && /^\.{1,2}\/.*\.[cm]?[jt]sx?$/.test(String(file.value))
      if (isFile && /^(URL|Worker)$/.test(source.slice(node.callee.start, node.callee.end)))
        add(node, file)
    },
  }).visit(program)
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ specifier, at }) => ({ specifier, line: source.slice(0, at).split('\n').length }))
}

const loaders = /^(require|require\.resolve|import\.meta\.(resolve|require|resolveSync))$/

/** A template counts when what stands before its first ${} already names a package or a scope. */
function specifierOf(node: Node): string | undefined {
  if (node.type === 'Literal') return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  const head = node.quasis[0]?.value.cooked ?? ''
  if (node.expressions.length === 0) return head
  return /^@?[\w-]+\//.test(head) ? `${head}*` : undefined
}

function judge(path: string, from: string, specifier: string | undefined): string | undefined {
  if (specifier === undefined) return 'the import is computed, so it cannot be checked'
  const rule = PICTURE[from]
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(path), specifier))
    const to = areaOf(target)
    if (to === from || (to !== undefined && rule?.ours.includes(to))) return undefined
    return `${from} may not import ${target}`
  }
  if (/^[/#]|^(?!node:|bun:)\w+:/.test(specifier)) return `'${specifier}' leads around the picture`
  if (isBuiltin(specifier) || /^(?:node:|bun(?::|$))/.test(specifier)) {
    return rule?.builtins ? undefined : `${from} may not import ${specifier}`
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (name === 'svc') return `'${specifier}' leads around the picture`
  const allowed = rule?.packages === 'any' || rule?.packages.includes(name)
  return allowed ? undefined : `${from} may not import the package ${name}`
}

function areaOf(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '')
  return Object.keys(PICTURE).find((area) => bare === area || path.startsWith(`${area}/`))
}
