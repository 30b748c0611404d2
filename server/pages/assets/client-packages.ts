// The clients as packages that a caller installs from this service. Images contain them. In a checkout, the first
// process that needs them builds them in a child process and stores them on disk under the digest of their sources.
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serviceVersion } from '../../domain/base/version.ts'
import { removeOldest } from './remove-oldest.ts'

export type ClientPackage = {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 in hexadecimal. */
  readonly digest: string
}

export const packagesFolder = '/clients'

/** Content types by file name. */
const contentTypes: Readonly<Record<string, string>> = {
  'svc-client.tgz': 'application/gzip',
  'svc-cli.tgz': 'application/gzip',
  // pip reads the version from the file name.
  [`svc_client-${serviceVersion}-py3-none-any.whl`]: 'application/zip',
}

export const packageNames: readonly string[] = Object.keys(contentTypes)

const root = join(import.meta.dir, '../../..')
const builder = 'client/packages/build.ts'
const inImage = join(root, 'client-packages')
const cacheFolder = join(root, 'node_modules/.cache/client-packages')
const buildsKept = 4
const buildTimeoutMs = 120_000

let packages: Promise<ReadonlyMap<string, ClientPackage>> | null = null

/**
 * Returns every package by file name. Rejects if the packages cannot be built here, such as without the compiler. This
 * process does not retry then, so that requests cannot trigger repeated builds.
 */
export function clientPackages(): Promise<ReadonlyMap<string, ClientPackage>> {
  packages ??= load()
  return packages
}

async function load(): Promise<ReadonlyMap<string, ClientPackage>> {
  if (existsSync(inImage)) return readPackages(inImage)
  const folder = join(cacheFolder, await sourceDigest())
  if (!existsSync(folder)) await build(folder)
  return readPackages(folder)
}

async function readPackages(folder: string): Promise<ReadonlyMap<string, ClientPackage>> {
  const read = await Promise.all(
    Object.entries(contentTypes).map(async ([name, contentType]) => {
      const bytes = await Bun.file(join(folder, name)).bytes()
      const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
      return [name, { contentType, bytes, digest }] as const
    }),
  )
  return new Map(read)
}

/**
 * Returns a digest of all inputs of the packages: the clients, the geometry core, the locked packages and the bundler.
 */
async function sourceDigest(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  const sources = new Bun.Glob('**/*.{ts,json,toml,md,py,typed,wasm,js}')
  const paths = ['client/cli', 'client/packages', 'client/python', 'client/typescript', 'geometry']
    .flatMap((folder) =>
      [...sources.scanSync(join(root, folder))].map((path) => `${folder}/${path}`),
    )
    .filter((path) => !/\/(?:dist|target|fuzz)\//.test(path))
  for (const path of [...paths, 'bun.lock', 'tsconfig.json'].sort()) {
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Builds the packages. Other processes may build them as well, so each process builds a draft folder and renames it.
 */
async function build(folder: string): Promise<void> {
  const draft = `${folder}.${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    // The compiler runs as a child process without the service's secrets, while this process keeps serving.
    const child = Bun.spawn([process.execPath, builder, draft], {
      cwd: root,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? draft },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
      timeout: buildTimeoutMs,
    })
    const problem = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) throw new Error(`The clients cannot be packed: ${problem}`)
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
    await removeOldest(cacheFolder, buildsKept)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
