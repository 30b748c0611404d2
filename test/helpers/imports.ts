// Which files of the product may import which: the picture of the architecture as data, a reader of
// imports (types, re-exports, dynamic ones and worker URLs included), and the check of one against the other.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type Token, tokensOf } from './source-tokens.ts'

export type SourceFile = { readonly path: string; readonly source: string }

/** One import; `specifier` is undefined when it is computed and so cannot be judged. */
export type Import = {
  readonly specifier: string | undefined
  readonly line: number
  /** True for `import()`. */
  readonly isDynamic: boolean
}

type Rule = {
  /** Areas of our own that may be imported, besides the area itself. */
  readonly ours: readonly string[]
  /** Areas that may only be loaded on demand, by `import()`. */
  readonly onDemand?: readonly string[]
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
    ours: [...everyArea, 'server/wiring', 'server/process'],
    // A production process never loads these.
    onDemand: ['server/local'],
    ...outside,
  },
  'server/wiring': { ours: everyArea, ...outside },
  'server/process': { ours: ['server/domain'], ...outside },
  'server/config': { ours: ['server/domain'], packages: ['valibot'], builtins: true },
  'server/local': { ours: ['server/domain', 'server/config', 'server/process'], ...outside },
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
      const problem = judge(file.path, from, edge)
      return problem === undefined ? [] : [`${file.path}:${edge.line}: ${problem}`]
    })
  })
}

/** The imports of a file, in the order of its source. */
export function importsOf(file: SourceFile): Import[] {
  const tokens = tokensOf(file.source)
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || tokens[index - 1]?.text === '.') return []
    const found = importAt(tokens, index)
    const isDynamic = token.text === 'import' && tokens[index + 1]?.text === '('
    return found === undefined ? [] : [{ ...found, line: token.line, isDynamic }]
  })
}

function judge(path: string, from: string, edge: Import): string | undefined {
  const { specifier, isDynamic } = edge
  if (specifier === undefined) return 'the import is computed, so it cannot be checked'
  const rule = PICTURE[from]
  if (specifier.startsWith('.')) {
    const target = posix.normalize(posix.join(posix.dirname(path), specifier))
    const to = areaOf(target)
    if (to === from || (to !== undefined && rule?.ours.includes(to))) return undefined
    const onDemand = to !== undefined && rule?.onDemand?.includes(to)
    if (onDemand && isDynamic) return undefined
    return `${from} may not import ${target}${onDemand ? ' statically' : ''}`
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

type Found = { specifier: string | undefined } | undefined

function importAt(tokens: readonly Token[], index: number): Found {
  switch (tokens[index]?.text) {
    case 'import':
      return afterImport(tokens, index + 1)
    case 'export':
      return afterExport(tokens, index + 1)
    case 'require':
      return requireCall(tokens, index + 1)
    case 'new':
      return fileUrl(tokens, index + 1)
    default:
      return undefined
  }
}

function afterImport(tokens: readonly Token[], start: number): Found {
  const next = tokens[start]
  if (next?.kind === 'string') return { specifier: next.text }
  if (next?.text === '(') return callArgument(tokens, start + 1)
  if (next?.text === '.') return metaCall(tokens, start)
  if (next?.kind !== 'word' && next?.text !== '{' && next?.text !== '*') return undefined
  return fromClause(tokens, start)
}

function afterExport(tokens: readonly Token[], start: number): Found {
  const first = tokens[start]?.text === 'type' ? start + 1 : start
  const opens = tokens[first]?.text
  if (opens === '*') return fromClause(tokens, first)
  if (opens !== '{') return undefined
  const end = tokens.findIndex((token, index) => index > first && token.text === '}')
  return tokens[end + 1]?.text === 'from' ? fromClause(tokens, end) : undefined
}

/** The string behind the next `from`; a statement without one ends at `;` or `=`. */
function fromClause(tokens: readonly Token[], start: number): Found {
  for (let index = start; index < tokens.length; index += 1) {
    const token = tokens[index]
    const next = tokens[index + 1]
    if (token?.text === ';' || token?.text === '=') return undefined
    const isFrom = token?.kind === 'word' && token.text === 'from'
    if (isFrom && next?.kind === 'string') return { specifier: next.text }
  }
  return undefined
}

/** `require('x')` and `require.resolve('x')`. */
function requireCall(tokens: readonly Token[], start: number): Found {
  if (tokens[start]?.text === '(') return callArgument(tokens, start + 1)
  const resolves = tokens[start]?.text === '.' && tokens[start + 1]?.text === 'resolve'
  return resolves && tokens[start + 2]?.text === '(' ? callArgument(tokens, start + 3) : undefined
}

/** `import.meta.resolve('x')` and `import.meta.require('x')`; plain `import.meta` is no import. */
function metaCall(tokens: readonly Token[], start: number): Found {
  const method = tokens[start + 3]?.text
  const loads = method === 'resolve' || method === 'require' || method === 'resolveSync'
  return loads && tokens[start + 4]?.text === '(' ? callArgument(tokens, start + 5) : undefined
}

/** `new URL('./x.ts', import.meta.url)` and `new Worker('./x.ts')`, when they name source files. */
function fileUrl(tokens: readonly Token[], start: number): Found {
  const name = tokens[start]?.text
  const file = tokens[start + 2]
  if ((name !== 'URL' && name !== 'Worker') || tokens[start + 1]?.text !== '(') return undefined
  if (file?.kind !== 'string' || !/^\.{1,2}\/.*\.[cm]?[jt]sx?$/.test(file.text)) return undefined
  return { specifier: file.text }
}

/** A template counts when what stands before its first ${} already names a package or a scope. */
function callArgument(tokens: readonly Token[], start: number): Found {
  const argument = tokens[start]
  const end = tokens[start + 1]?.text
  const literal = argument?.kind === 'string' && (end === ')' || end === ',')
  if (literal) return { specifier: argument.text }
  const inPackage = argument?.kind === 'template' && /^@?[\w-]+\//.test(argument.text)
  return { specifier: inPackage ? `${argument.text}*` : undefined }
}
