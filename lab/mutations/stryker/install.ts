// Stryker is installed into .tools when it is first needed: no user of the service needs it.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const version = '10.1.1'
/** A week, as in bunfig.toml, which does not reach that folder. */
const minimumReleaseAgeSeconds = 604_800

/** Returns the folder of Stryker's package. */
export function installStryker(root: string): string {
  const folder = join(root, '.tools', `stryker-${version}`)
  const program = join(folder, 'node_modules/@stryker-mutator/core')
  if (existsSync(program)) return program
  console.log(`Installing Stryker ${version} (once, about 60 MB) ...`)
  const fresh = `${folder}-new-${process.pid}`
  mkdirSync(fresh, { recursive: true })
  writeFileSync(join(fresh, 'package.json'), '{ "private": true }\n')
  const age = `--minimum-release-age=${minimumReleaseAgeSeconds}`
  const command = [process.execPath, 'add', '--exact', '--no-progress', age]
  const { success, stderr } = Bun.spawnSync([...command, `@stryker-mutator/core@${version}`], {
    cwd: fresh,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  if (!success) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`Stryker could not be installed: ${stderr.toString().trim().slice(-600)}`)
  }
  // Renamed when it is complete, so that a partial installation is never used.
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return program
}
