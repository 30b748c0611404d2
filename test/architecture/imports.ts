// Reads the imports of source files (including types, re-exports, dynamic imports and worker URLs) and checks them
// against the rules of the architecture.

import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { circularEdges } from './circles.ts'
import { areas, databaseAreas, domainAreas, workshopTiers } from './rules.ts'

export type SourceFile = { readonly path: string; readonly source: string }

/** One import; `specifier` is undefined when it is computed and so cannot be judged. */
export type Import = {
  readonly specifier: string | undefined
  readonly line: number
  /** True for `import()`. */
  readonly isDynamic: boolean
}

/** Returns every import that the areas do not allow, one line each. */
export function forbiddenEdges(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = areaOf(file.path)
    if (from === undefined) return [`${file.path}: belongs to no area`]
    return importsOf(file).flatMap((edge) => {
      const problem = judge(file.path, from, edge)
      return problem === undefined ? [] : [`${file.path}:${edge.line}: ${problem}`]
    })
  })
}

const known = new WeakMap<SourceFile, readonly Import[]>()

/** Returns the imports of a file in source order. The file is parsed once. */
export function importsOf(file: SourceFile): readonly Import[] {
  const found = known.get(file) ?? parseImports(file)
  known.set(file, found)
  return found
}

function parseImports({ path, source }: SourceFile): Import[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: { specifier: string | undefined; at: number; isDynamic: boolean }[] = []
  const add = (node: Node, from: Node | null | undefined) => {
    if (!from) return
    const isDynamic = node.type === 'ImportExpression'
    found.push({ specifier: specifierOf(from), at: node.start, isDynamic })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source),
    ExportNamedDeclaration: (node) => add(node, node.source),
    ExportAllDeclaration: (node) => add(node, node.source),
    ImportExpression: (node) => add(node, node.source),
    TSImportType: (node) => add(node, node.source),
    CallExpression: (node) => {
      if (loaders.test(source.slice(node.callee.start, node.callee.end))) {
        add(node, node.arguments[0])
      }
    },
    NewExpression: (node) => {
      const [file] = node.arguments
      const isFile =
        file?.type === 'Literal' && /^\.{1,2}\/.*\.[cm]?[jt]sx?$/.test(String(file.value))
      if (isFile && /^(URL|Worker)$/.test(source.slice(node.callee.start, node.callee.end))) {
        add(node, file)
      }
    },
  }).visit(program)
  return found
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, ...edge }) => ({ ...edge, line: source.slice(0, at).split('\n').length }))
}

const loaders = /^(require|require\.resolve|import\.meta\.(resolve|require|resolveSync))$/

/** Returns the specifier. A template counts when the text before its first ${} already names a package or a scope. */
function specifierOf(node: Node): string | undefined {
  if (node.type === 'Literal') return String(node.value)
  if (node.type !== 'TemplateLiteral') return undefined
  const head = node.quasis[0]?.value.cooked ?? ''
  if (node.expressions.length === 0) return head
  return /^@?[\w-]+\//.test(head) ? `${head}*` : undefined
}

function judge(path: string, from: string, edge: Import): string | undefined {
  const { specifier } = edge
  if (specifier === undefined) return 'the import is computed, so it cannot be checked'
  const rule = areas[from]
  if (specifier.startsWith('.')) {
    return judgeOwn(from, posix.join(posix.dirname(path), specifier), edge)
  }
  if (/^[/#]|^(?!node:|bun:)\w+:/.test(specifier)) return `'${specifier}' avoids the rules`
  if (isBuiltin(specifier) || /^(?:node:|bun(?::|$))/.test(specifier)) {
    return rule?.builtins ? undefined : `${from} may not import ${specifier}`
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  if (name === 'svc') return `'${specifier}' avoids the rules`
  const allowed = rule?.packages === 'any' || rule?.packages.includes(name)
  return allowed ? undefined : `${from} may not import the package ${name}`
}

/** Judges an import of a file of this repository. */
function judgeOwn(from: string, target: string, { isDynamic }: Import): string | undefined {
  const to = areaOf(target) ?? ''
  const { ours = [], onDemand = [] } = areas[from] ?? {}
  if (to === from || ours.includes(to)) return undefined
  if (!onDemand.includes(to)) return `${from} may not import ${target}`
  return isDynamic ? undefined : `${from} may not import ${target} statically`
}

function areaOf(path: string): string | undefined {
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '')
  return Object.keys(areas).find((area) => bare === area || path.startsWith(`${area}/`))
}

/** Returns every import of a domain area that leads to a higher one, one line each. */
export const risingImports = (files: readonly SourceFile[]): string[] =>
  risingIn('server/domain', domainAreas, files)

/**
 * Returns every import between areas of the database that leads to a higher layer, and every area without a layer,
 * one line each.
 */
export const risingDatabaseImports = (files: readonly SourceFile[]): string[] =>
  risingIn('server/db', databaseAreas, files)

function risingIn(
  folder: string,
  floors: readonly string[],
  files: readonly SourceFile[],
): string[] {
  const floorOf = (path: string) => floors.indexOf(path.split('/')[2] ?? '')
  return files
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .flatMap((file) => {
      if (floorOf(file.path) === -1) return [`${file.path}: its folder is no floor of ${folder}`]
      return targetsOf(file)
        .filter((target) => target.startsWith(`${folder}/`) && floorOf(target) > floorOf(file.path))
        .map((target) => `${file.path} imports ${target}`)
    })
}

/**
 * Returns every import of `testing`, `bench` or `lab` that leads to a higher layer, or to a neighbor in the same
 * layer, one line each.
 */
export function risingWorkshopImports(files: readonly SourceFile[]): string[] {
  const folderOf = (path: string) => path.split('/')[0] ?? ''
  const floorOf = (path: string) =>
    workshopTiers.findIndex((floor) => floor.includes(folderOf(path)))
  return files.flatMap((file) =>
    targetsOf(file)
      .filter((target) => folderOf(target) !== folderOf(file.path))
      .filter((target) => floorOf(target) >= floorOf(file.path))
      .map((target) => `${file.path} imports ${target}`),
  )
}

/**
 * Returns cyclic imports between folders of one parent, or between a folder and files next to it: `from -> to` and
 * the file.
 */
export function folderCircles(files: readonly SourceFile[]): string[] {
  return circlesOf(files, siblingEdge)
}

/**
 * Returns cyclic imports between folders, each with only the files directly in it. A folder here imports no page next
 * to it.
 */
export function pageCircles(files: readonly SourceFile[]): string[] {
  const pages = files.filter(({ path }) => path.startsWith('server/pages/'))
  return circlesOf(pages, (file, target) => {
    const [from, to] = [posix.dirname(file), posix.dirname(target)]
    return from === to ? undefined : { from, to, file }
  })
}

type FileEdge = { readonly from: string; readonly to: string; readonly file: string }

function circlesOf(
  files: readonly SourceFile[],
  edgeOf: (file: string, target: string) => FileEdge | undefined,
): string[] {
  const edges = files.flatMap((file) =>
    targetsOf(file).flatMap((target) => edgeOf(file.path, target) ?? []),
  )
  return circularEdges(edges).map(({ from, to, file }) => `${from} -> ${to}: ${file}`)
}

/**
 * Returns cyclic imports between folders of one area of the domain or of the database, including the area's top-level
 * files.
 */
export function areaCircles(files: readonly SourceFile[]): string[] {
  const areaFolderOf = (path: string) => path.match(/^server\/(?:domain|db)\/[^/]+\//)?.[0]
  return circlesOf(files, (file, target) => {
    const area = areaFolderOf(file)
    const [from, to] = [posix.dirname(file), posix.dirname(target)]
    return area === undefined || area !== areaFolderOf(target) || from === to
      ? undefined
      : { from, to, file }
  })
}

/** Returns the repository paths that the file imports. */
const targetsOf = (file: SourceFile): string[] =>
  importsOf(file).flatMap(({ specifier }) =>
    specifier?.startsWith('.') ? [posix.join(posix.dirname(file.path), specifier)] : [],
  )

/** Returns the folders or files below the last folder that both paths share; undefined for two files. */
function siblingEdge(file: string, target: string): FileEdge | undefined {
  const [mine, theirs] = [file.split('/'), target.split('/')]
  const depth = mine.findIndex((part, index) => part !== theirs[index])
  if (depth < 1) return undefined
  const isFile = (parts: readonly string[]) => depth === parts.length - 1
  if (isFile(mine) && isFile(theirs)) return undefined
  const child = (parts: readonly string[]) => parts.slice(0, depth + 1).join('/')
  return { from: child(mine), to: child(theirs), file }
}

/** Globals of the runtime, in addition to those of every platform, that the domain reaches only through ports. */
const runtimeGlobals = new Set(['Bun', 'Buffer', 'process', 'require', 'global', 'Deno'])

/** Returns every use of such a global in the domain: the path, the line and the name. */
export function runtimeGlobalsIn({ path, source }: SourceFile): string[] {
  if (!path.startsWith('server/domain/')) return []
  const found: string[] = []
  const add = (node: Node) => {
    if (node.type !== 'Identifier' || !runtimeGlobals.has(node.name)) return
    found.push(`${path}:${source.slice(0, node.start).split('\n').length}: ${node.name}`)
  }
  new Visitor({
    MemberExpression: (node) => add(node.object),
    CallExpression: (node) => add(node.callee),
    NewExpression: (node) => add(node.callee),
  }).visit(parseSync(path, source).program)
  return found
}
