// Compiles the client and assembles its package.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const here = import.meta.dir

/** Compiles src in the format that Node and browsers load. Throws if it does not compile. */
export function compilePackage(outDir = join(here, 'dist')): void {
  rmSync(outDir, { recursive: true, force: true })
  const compile = ['run', 'tsc', '-p', here, '--outDir', outDir]
  const { status } = spawnSync(process.execPath, compile, {
    cwd: join(here, '../..'),
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The client does not compile.')
}

/** Copies the package's files to another folder, for `npm pack`. */
export function assemblePackage(folder: string): void {
  mkdirSync(folder, { recursive: true })
  compilePackage(join(folder, 'dist'))
  for (const file of ['package.json', 'README.md']) {
    copyFileSync(join(here, file), join(folder, file))
  }
}
