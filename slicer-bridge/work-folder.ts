// A folder for each job, removed with it, in a folder for each bridge. What a killed process left
// behind goes when the next one starts.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { MODEL_FILE, PROFILE_FILE } from './command.ts'
import { placeModel } from './model-file.ts'
import { PROFILE_TEXT } from './profile.ts'

const NAME = /^slices-(.+)-(\d+)-[0-9a-f]{8}$/
/** Far longer than any job runs. */
const ABANDONED_MS = 3_600_000
/** Those of this process: after a restart in a container, its number may be a predecessor's too. */
const inUse = new Set<string>()

export class WorkFolder {
  private readonly base: string
  private readonly name = `slices-${hostname()}-${process.pid}-${crypto.randomUUID().slice(0, 8)}`

  private made = false

  constructor(base: string) {
    this.base = resolve(base)
    inUse.add(this.name)
  }

  /**
   * A fresh folder with the profile and, by a link, the model. The caller removes it. Synchronous: these
   * are 0.2 ms of work, and several times that in waits for threads while slicers hold the cores.
   */
  async makeJob(stlPath: string): Promise<string> {
    const own = join(this.base, this.name)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    this.made = true
    const folder = mkdtempSync(join(own, 'job-'))
    try {
      writeFileSync(join(folder, PROFILE_FILE), PROFILE_TEXT)
      await placeModel(resolve(stlPath), join(folder, MODEL_FILE))
      return folder
    } catch (error) {
      await removeFolder(folder)
      throw error
    }
  }

  /** Removes what is left of this bridge. */
  async remove(): Promise<void> {
    if (this.made) await removeFolder(join(this.base, this.name))
    inUse.delete(this.name)
  }

  /** Removes the folders of processes that are gone. */
  async sweep(): Promise<void> {
    // No such folder yet: nothing to sweep.
    for (const name of await readdir(this.base).catch(() => [])) {
      if (await isLeftOver(this.base, name)) await removeFolder(join(this.base, name))
    }
  }
}

/** A folder that is gone already is fine. */
export function removeFolder(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true })
}

/** Of another machine that shares the folder, only the age can be known. */
async function isLeftOver(base: string, name: string): Promise<boolean> {
  const [, host, id] = NAME.exec(name) ?? []
  if (host === undefined || inUse.has(name)) return false
  if (host === hostname()) return Number(id) === process.pid || !isAlive(Number(id))
  // Gone in the meantime: another process sweeps too.
  const info = await stat(join(base, name)).catch(() => undefined)
  return info !== undefined && Date.now() - info.mtimeMs > ABANDONED_MS
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
