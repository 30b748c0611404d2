// `npm run build:client`: writes the types of the API, and the package's dist folder.
import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseArguments } from '../../server/local/launcher/command-line.ts'
import { schemaSource } from './schema-source.ts'

const here = import.meta.dir

/** Compiles src as Node and browsers load it. Throws when it does not compile. */
export function compilePackage(outDir = join(here, 'dist')): void {
  rmSync(outDir, { recursive: true, force: true })
  const compile = ['run', 'tsc', '-p', here, '--outDir', outDir]
  const { status } = spawnSync(process.execPath, compile, {
    cwd: join(here, '../..'),
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('The client does not compile.')
}

/** The package's files in another folder, from where `npm pack` can pack it. */
export function assemblePackage(folder: string): void {
  compilePackage(join(folder, 'dist'))
  for (const file of ['package.json', 'README.md']) {
    copyFileSync(join(here, file), join(folder, file))
  }
}

if (import.meta.main) {
  refuseArguments('npm run build:client')
  writeFileSync(join(here, 'src/schema.ts'), await schemaSource())
  compilePackage()
}
