// Reads the paths that Rust modules name (`use` declarations and paths within code) and finds modules of one parent
// that import each other in a cycle. Test modules, and paths between a module and its submodules, are excluded.
import { circularEdges } from './circles.ts'
import type { SourceFile } from './imports.ts'

/** The names that lead from the crate root to a module; empty for the root. */
type Module = readonly string[]

/** A path as written, such as `super::walls::Wall`, and its name in the module. */
type RustPath = { readonly parts: readonly string[]; readonly name: string }

/**
 * Returns imports between modules of one parent that are part of a cycle: `from -> to` and the file. Paths of files
 * start in `src`.
 */
export function moduleCircles(files: readonly SourceFile[]): string[] {
  const modules = new Map(
    files.map(({ path, source }) => {
      const module = moduleOf(path)
      return [module.join('::'), { module, path, ...pathsOf(source) }] as const
    }),
  )

  /**
   * Returns the module that contains the target of a path. Names that a module imports from elsewhere belong to their
   * origin.
   */
  const holder = (from: Module, parts: readonly string[], depth = 0): Module => {
    let [at, rest] = start(from, parts)
    for (;;) {
      const [next, ...behind] = rest
      if (next === undefined) return at
      const inner = [...at, next]
      if (!modules.has(inner.join('::'))) {
        const imported = modules.get(at.join('::'))?.imports.find(({ name }) => name === next)
        // A crate that is imported by its name refers to itself.
        const isElsewhere = imported !== undefined && depth < 10
        return isElsewhere ? holder(at, [...imported.parts, ...behind], depth + 1) : at
      }
      at = inner
      rest = behind
    }
  }

  const edges = [...modules.values()].flatMap(({ module, path, imports, inline }) =>
    [...imports, ...inline].flatMap(
      ({ parts }) => siblings(module, holder(module, parts), path) ?? [],
    ),
  )
  const circular = circularEdges(edges).map(({ from, to, file }) => `${from} -> ${to}: ${file}`)
  return [...new Set(circular)]
}

function moduleOf(path: string): Module {
  const parts = path.replace(/\.rs$/, '').split('/')
  return ['lib', 'mod'].includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts
}

/** Returns the module where a path begins, and the names that follow. */
function start(from: Module, parts: readonly string[]): [Module, readonly string[]] {
  const [first, ...rest] = parts
  if (first === 'crate') return [[], rest]
  if (first === 'self') return [from, rest]
  if (first !== 'super') return [from, parts]
  const parent = from.slice(0, -1)
  return rest[0] === 'super' ? start(parent, rest) : [parent, rest]
}

/** Returns the two modules below the last one that both share; undefined when one of them is inside the other. */
function siblings(module: Module, target: Module, file: string) {
  const depth = module.findIndex((name, i) => name !== target[i])
  if (depth === -1 || depth >= target.length) return undefined
  const top = (path: Module) => path.slice(0, depth + 1).join('::')
  return { from: top(module), to: top(target), file }
}

/** Returns imports, and the paths that the rest of the code uses in place. */
function pathsOf(source: string): { imports: readonly RustPath[]; inline: readonly RustPath[] } {
  const code = withoutTests(source.replace(notCode, ' '))
  const imports: RustPath[] = []
  const rest = code.replace(/\buse\s+([^;]+);/g, (_, tree: string) => {
    imports.push(...expand(tree.replace(/\s+as\s+/g, '@').replace(/\s/g, '')))
    return ''
  })
  const inline = [...rest.matchAll(/\b(?:crate|self|super)(?:::\w+)+/g)].map(([path]) =>
    written(path),
  )
  return { imports, inline }
}

/** Comments, strings and characters. */
const notCode =
  /\/\/.*|\/\*[\s\S]*?\*\/|\bb?r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\(?:u\{\w+\}|x\w\w|.)|[^'\\\n])'/g

/** Returns the code without its test modules. */
function withoutTests(code: string): string {
  const at = code.search(/#\[cfg\(test\)\]\s*mod \w+\s*\{/)
  if (at === -1) return code
  let end = code.indexOf('{', at)
  for (let open = 1; open > 0 && end < code.length; ) {
    end += 1
    if (code[end] === '{') open += 1
    if (code[end] === '}') open -= 1
  }
  return withoutTests(code.slice(0, at) + code.slice(end + 1))
}

/** Returns the paths of `a::{b, c::{self, d}}`, without spaces. */
function expand(tree: string, before = ''): RustPath[] {
  const brace = tree.indexOf('{')
  if (brace === -1) return [written(before + tree)]
  const prefix = before + tree.slice(0, brace)
  return splitTop(tree.slice(brace + 1, tree.lastIndexOf('}'))).flatMap((part) =>
    expand(part, prefix),
  )
}

/** Splits at the commas outside of braces. */
function splitTop(list: string): string[] {
  const parts: string[] = []
  let [open, part] = [0, '']
  for (const char of `${list},`) {
    if (char === ',' && open === 0) {
      if (part !== '') parts.push(part)
      part = ''
      continue
    }
    if (char === '{') open += 1
    if (char === '}') open -= 1
    part += char
  }
  return parts
}

function written(path: string): RustPath {
  const [place = '', alias] = path.replace(/::(?:self|\*)(?=@|$)/, '').split('@')
  const parts = place.split('::')
  return { parts, name: alias ?? parts.at(-1) ?? '' }
}
