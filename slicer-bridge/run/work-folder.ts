// One folder per bridge with one subfolder per job, which is removed with the job. The next process to start removes the folders of a
// killed process.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { copyFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { modelFile } from '../settings/command.ts'
import { placeModel } from './model-file.ts'

const bridgeFolderPattern = /^slices-(.+)-(\d+)-[0-9a-f]{8}$/
/** Much longer than any job runs. */
const abandonedMs = 3_600_000
/** The folders of this process. A restarted container may reuse the pid of its predecessor, so a pid alone is not enough. */
const inUse = new Set<string>()

export class WorkFolder {
  readonly #base: string
  readonly #name = `slices-${hostname()}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`

  #made = false

  constructor(base: string) {
    this.#base = resolve(base)
    inUse.add(this.#name)
  }

  /**
   * Creates a folder with the profiles, as texts by file name, and a link to the model. The caller removes it. The files are written
   * synchronously, which takes 0.2 ms; asynchronously it takes several times as long while slicers occupy the cores.
   */
  async makeJob(stlPath: string, profiles: Readonly<Record<string, string>>): Promise<string> {
    const own = join(this.#base, this.#name)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    this.#made = true
    const folder = mkdtempSync(join(own, 'job-'))
    try {
      for (const [name, text] of Object.entries(profiles)) writeFileSync(join(folder, name), text)
      await placeModel(resolve(stlPath), join(folder, modelFile))
      return folder
    } catch (error) {
      await removeFolder(folder)
      throw error
    }
  }

  /** Removes the folder of this bridge. */
  async remove(): Promise<void> {
    if (this.#made) await removeFolder(join(this.#base, this.#name))
    inUse.delete(this.#name)
  }

  /** Removes the folders of dead processes. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#base).catch((error: unknown) => {
      // The base folder may not exist yet.
      if (hasCode(error, 'ENOENT')) return []
      throw error
    })
    for (const name of names) {
      if (await isLeftOver(this.#base, name)) await removeFolder(join(this.#base, name))
    }
  }
}

/** Moves a file, even to another file system. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch {
    await copyFile(from, to)
  }
}

/** Removes a folder. Succeeds when it does not exist. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true })
}

/** Whether the folder is left over. On another host that shares the base folder, only the age is known. */
async function isLeftOver(base: string, name: string): Promise<boolean> {
  const [, host, id] = bridgeFolderPattern.exec(name) ?? []
  if (host === undefined || inUse.has(name)) return false
  if (host === hostname()) return Number(id) === process.pid || !isAlive(Number(id))
  // Another host may be removing it. A folder that cannot be read must not keep the others.
  const info = await stat(join(base, name)).catch(() => null)
  return info !== null && Date.now() - info.mtimeMs > abandonedMs
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
