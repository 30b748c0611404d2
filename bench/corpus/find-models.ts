// Finds the model files in some folders, and the commit of the checkout that contains each file.
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { uploadFormat } from '../../server/domain/models/format.ts'

export type MeshFileFormat = NonNullable<ReturnType<typeof uploadFormat>>

/** Files of one folder or checkout. */
export type Source = {
  /** Path of the folder relative to the given folder, or its name. */
  readonly name: string
  /** Commit of the checkout; null outside of a checkout. */
  readonly commit: string | null
}

export type FoundModel = {
  readonly path: string
  /** Path relative to the folder of the source. */
  readonly name: string
  readonly source: Source
  /** Format of the file; null if the service does not accept files with this extension. */
  readonly format: MeshFileFormat | null
  /** Whether the file is a Git LFS pointer, which contains no model. */
  readonly isPointer: boolean
}

/** Extensions of models. Models that the service does not accept are listed as refused. */
const modelExtension = /\.(stl|obj|glb|gltf|3mf|ply|off|amf)$/i
const pointerStart = 'version https://git-lfs.github.com/spec/'

/** Returns the models, sorted by path. Does not follow links. */
export function findModels(folders: readonly string[]): readonly FoundModel[] {
  return folders.flatMap((folder) => {
    const root = realpathSync(resolve(folder))
    const sources = new Map<string, Source>()
    return filesBelow(root).map((path) => {
      const home = checkoutOf(path, root) ?? root
      const source = sources.get(home) ?? sourceOf(home, root)
      sources.set(home, source)
      return {
        path,
        name: relative(home, path).split(sep).join('/'),
        source,
        format: uploadFormat(path),
        isPointer: isPointer(path),
      }
    })
  })
}

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(path)
      return entry.isFile() && modelExtension.test(entry.name) ? [path] : []
    })
}

/** Returns the closest checkout around the file, or around the given folder; null without one. */
function checkoutOf(path: string, root: string): string | null {
  const outermost = existsSync(join(root, '.git')) ? root : null
  for (let folder = dirname(path); folder !== root; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
  }
  return outermost
}

function sourceOf(home: string, root: string): Source {
  const below = relative(root, home).split(sep).join('/')
  const name = below === '' ? (root.split(sep).at(-1) ?? root) : below
  return { name, commit: commitOf(home) }
}

function commitOf(folder: string): string | null {
  if (Bun.which('git') === null) return null
  const { success, stdout } = Bun.spawnSync(['git', '-C', folder, 'rev-parse', 'HEAD'], {
    stderr: 'ignore',
  })
  return success ? stdout.toString().trim() : null
}

function isPointer(path: string): boolean {
  if (statSync(path).size > 1024) return false
  const head = Buffer.alloc(pointerStart.length)
  const file = openSync(path, 'r')
  try {
    readSync(file, head, 0, head.length, 0)
  } finally {
    closeSync(file)
  }
  return head.toString('latin1') === pointerStart
}
