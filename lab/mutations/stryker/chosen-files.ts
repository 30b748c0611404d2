// `--file`: which files of which parts are mutated. Stryker itself takes a path that matches nothing, and starts all the same.
import { isAbsolute, normalize, relative } from 'node:path'
import type { Part } from './parts.ts'

export type PartFiles = {
  readonly part: Part
  /** As Stryker takes them, with their lines; null for those of the part. */
  readonly mutate: readonly string[] | null
}

/**
 * Each part with those of the paths that are files of it; parts without any are left out, because their tests would not run that code.
 * A sentence for a path that is not a file of any of them.
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

/** The path may end with lines, `rate.ts:10-20` or `rate.ts:10:1-20:5`, and may be a pattern. */
function isFileOf(files: readonly string[], path: string): boolean {
  const glob = new Bun.Glob(path.replace(/:\d+(:\d+)?-\d+(:\d+)?$/, ''))
  return files.some((file) => glob.match(file))
}
