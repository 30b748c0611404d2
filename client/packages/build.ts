// Packs the clients for users without a checkout. The service serves the three files
// (server/pages/assets/client-packages.ts). Usage: bun client/packages/build.ts FOLDER
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleCli } from '../cli/bundle.ts'
import { assemblePackage } from '../typescript/assemble.ts'
import { npmTarball, type PackedFile } from './tarball.ts'
import { wheelOf } from './wheel.ts'

const clients = join(import.meta.dir, '..')

/** Writes svc-client.tgz, svc-cli.tgz and the wheel. Throws if a client does not compile. */
export async function buildPackages(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'svc-packages-'))
  try {
    const typescript = join(work, 'typescript')
    assemblePackage(typescript)
    writeFileSync(join(folder, 'svc-client.tgz'), npmTarball(filesOf(typescript)))
    const cli = join(work, 'cli')
    await bundleCli(join(cli, 'dist'))
    const manifests = ['package.json', 'README.md'].map((name) => ({
      name,
      bytes: readFileSync(join(clients, 'cli', name)),
    }))
    writeFileSync(join(folder, 'svc-cli.tgz'), npmTarball([...manifests, ...filesOf(cli)]))
    const { fileName, bytes } = wheelOf(join(clients, 'python'))
    writeFileSync(join(folder, fileName), bytes)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const filesOf = (folder: string): readonly PackedFile[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return {
        name: path.slice(folder.length + 1).replaceAll('\\', '/'),
        bytes: readFileSync(path),
        isProgram: name === 'svc.js',
      }
    })

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Usage: bun client/packages/build.ts FOLDER')
  await buildPackages(folder)
}
