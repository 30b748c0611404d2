// The cage: a launcher that confines the slicer to its job's folder with Landlock and seccomp. For a description, see cage/launch.pl.
import { realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { modelFile } from '../settings/command.ts'

/** `required`: without the cage, nothing is sliced. `optional`: the cage is used if the machine supports it. */
export type CageMode = 'required' | 'optional' | 'off'

export type Cage = {
  readonly perl: string
  /** Version of Landlock in the kernel. */
  readonly landlock: number
}

export type FoundCage =
  | { readonly kind: 'ready'; readonly cage: Cage }
  | { readonly kind: 'off' }
  | { readonly kind: 'missing'; readonly detail: string }

const folder = import.meta.dir
const launcher = join(folder, 'launch.pl')

/** Confines a process and lets it test its cage, which takes 10 ms. perl is searched on `PATH`. */
export function findCage(mode: CageMode, search: { readonly PATH?: string } = {}): FoundCage {
  if (mode === 'off') return { kind: 'off' }
  if (process.platform !== 'linux') return toMissing('the cage needs Linux')
  const perl = Bun.which('perl', search)
  if (perl === null) return toMissing('the cage needs perl, which is not on PATH')
  // The probe may write to its working directory, so that must not be the root of the file system.
  const options = { cwd: folder, env: {} }
  const { exitCode, stdout, stderr } = Bun.spawnSync([perl, launcher, '--probe'], options)
  if (exitCode !== 0) return toMissing(stderr.toString().trim())
  return { kind: 'ready', cage: { perl, landlock: Number(stdout.toString()) } }
}

/**
 * Returns the prefix of the command. Its process becomes the slicer by exec. The slicer can read its model, which may be a link to another
 * folder, and its installation folder, unless the job's folder is somewhere below that.
 */
export function cageWords(cage: Cage | null, slicerPath: string, jobFolder: string): string[] {
  if (cage === null) return []
  const program = realPathOf(slicerPath)
  const installed = dirname(program)
  const isParent = realPathOf(jobFolder).startsWith(join(installed, sep))
  return [cage.perl, launcher, modelFile, isParent ? program : installed, '--']
}

/** Returns the real path. A path that no longer exists is returned unchanged, so that the launcher reports what is missing. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function toMissing(detail: string): FoundCage {
  return { kind: 'missing', detail }
}
