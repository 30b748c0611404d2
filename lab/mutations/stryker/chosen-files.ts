// `--file`: the mutated files of each part. Stryker itself accepts a path that matches nothing, and starts anyway.
import { isAbsolute, normalize, relative } from 'node:path'
import type { Part } from './parts.ts'

export type PartFiles = {
  readonly part: Part
  /** Paths in Stryker's format, with their lines; null for the paths of the part. */
  readonly mutate: readonly string[] | null
}

/**
 * Returns each part with the paths that belong to it; parts without any are omitted, because their tests would not
 * run that code. Returns a sentence for a path that belongs to none.
 */
export function chooseFiles(
  chosen: readonly Part[],
  paths: readonly string[] | undefined,
  root: string,
): readonly PartFiles[] | string {
  if (paths === undefined) return chosen.map((part) => ({ part, mutate: null }))
  const wanted = paths.map((path) => normalize(isAbsolute(path) ? relative(root, path) : path))
  const found = chosen.map((part) => {
    const files = filesOf(part, root)
    return { part, mutate: wanted.filter((path) => isFileOf(files, path)) }
  })
  const unknown = wanted.find((path) => found.every(({ mutate }) => !mutate.includes(path)))
  if (unknown === undefined) return found.filter(({ mutate }) => mutate.length > 0)
  const names = chosen.map(({ name }) => name).join(', ')
  return `${unknown} is not a file of the ${chosen.length === 1 ? 'part' : 'parts'} ${names}.`
}

const filesOf = ({ mutate }: Part, root: string): readonly string[] =>
  mutate.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root })])

/**
 * Returns whether the path is a file of the part. It may end with lines, `rate.ts:10-20` or `rate.ts:10:1-20:5`, and
 * may be a pattern.
 */
function isFileOf(files: readonly string[], path: string): boolean {
  const glob = new Bun.Glob(path.replace(/:\d+(:\d+)?-\d+(:\d+)?$/, ''))
  return files.some((file) => glob.match(file))
}
