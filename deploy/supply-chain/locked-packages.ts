// The packages of the production image according to bun.lock and Cargo.lock: name, version, checksum, license.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

export type LockedPackage = {
  readonly ecosystem: 'npm' | 'cargo'
  readonly name: string
  readonly version: string
  /** SHA-512 (npm) or SHA-256 (cargo) of the archive, in hex. Null for a package of this repository. */
  readonly digest: string | null
  /** License from the package (SPDX). Null if the package is not installed here. */
  readonly license: string | null
  /** Whether only some platforms need the package, for example a native library. */
  readonly optional: boolean
}

const root = join(import.meta.dir, '../..')
const names = v.optional(v.record(v.string(), v.string()), {})
const facts = v.object({
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  optionalPeers: v.optional(v.array(v.string()), []),
})
/** Id, registry, dependencies and integrity. An entry in another form, such as a link, comes from no registry. */
const entry = v.tuple([v.string(), v.string(), facts, v.string()])
const bunLock = v.object({
  workspaces: v.object({ '': v.object({ dependencies: names }) }),
  packages: v.record(v.string(), entry),
})

/** Returns the packages that `bun install --production` installs, each version once, sorted by name. */
export function readNpmPackages(folder = root): readonly LockedPackage[] {
  const { workspaces, packages } = v.parse(bunLock, parseJsonc(join(folder, 'bun.lock')))
  const found = new Map<string, LockedPackage>()
  const visit = (key: string, optional: boolean): void => {
    const known = found.get(key)
    if (known !== undefined && (optional || !known.optional)) return
    const locked = packages[key]
    // A peer dependency that is not installed.
    if (locked === undefined) return
    const [id, , needs, integrity] = locked
    found.set(key, npmPackage(folder, key, { id, integrity, optional }))
    const { dependencies, optionalDependencies, peerDependencies, optionalPeers } = needs
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      // An optional peer is installed if something else added it to the lock file.
      visit(resolved(packages, key, name), optional || optionalPeers.includes(name))
    }
    for (const name of Object.keys(optionalDependencies)) visit(resolved(packages, key, name), true)
  }
  for (const name of Object.keys(workspaces[''].dependencies)) visit(name, false)
  const versions = new Map<string, LockedPackage>()
  for (const each of found.values()) {
    const id = `${each.name}@${each.version}`
    if (versions.get(id)?.optional !== false) versions.set(id, each)
  }
  return [...versions.values()].toSorted(byName)
}

/** Returns the key to which `name` resolves for the package with this key: the nearest one, as in Node's lookup. */
function resolved(packages: Readonly<Record<string, unknown>>, from: string, name: string): string {
  for (let place = from; place !== ''; place = parentOf(place)) {
    if (Object.hasOwn(packages, `${place}/${name}`)) return `${place}/${name}`
  }
  return name
}

const parentOf = (key: string): string => key.replace(/(?:^|\/)(?:@[^/]+\/)?[^/]+$/, '')

function npmPackage(
  folder: string,
  key: string,
  { id, integrity, optional }: { id: string; integrity: string; optional: boolean },
): LockedPackage {
  const at = id.lastIndexOf('@')
  return {
    ecosystem: 'npm',
    name: id.slice(0, at),
    version: id.slice(at + 1),
    digest: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toHex(),
    license: installedLicense(folder, key),
    optional,
  }
}

const manifest = v.object({
  license: v.optional(v.union([v.string(), v.object({ type: v.string() })])),
  licenses: v.optional(v.array(v.object({ type: v.string() }))),
})

function installedLicense(folder: string, key: string): string | null {
  const segments = key.match(/(?:@[^/]+\/)?[^/]+/g) ?? []
  const path = join(folder, ...segments.flatMap((name) => ['node_modules', name]), 'package.json')
  if (!existsSync(path)) return null
  const { license, licenses } = v.parse(manifest, JSON.parse(readFileSync(path, 'utf8')))
  if (typeof license === 'string') return license
  const types = license === undefined ? licenses?.map(({ type }) => type) : [license.type]
  return types?.join(' OR ') ?? 'none named'
}

/** Returns the crates of the geometry core, without licenses, which only Cargo knows. */
export function readCargoPackages(folder = root): readonly LockedPackage[] {
  const text = readFileSync(join(folder, 'Cargo.lock'), 'utf8')
  return text
    .split('[[package]]')
    .slice(1)
    .map((block): LockedPackage => {
      const fieldOf = (field: string) => new RegExp(`^${field} = "(.*)"$`, 'm').exec(block)?.[1]
      return {
        ecosystem: 'cargo',
        name: fieldOf('name') ?? '',
        version: fieldOf('version') ?? '',
        digest: fieldOf('checksum') ?? null,
        license: null,
        optional: false,
      }
    })
    .filter(({ digest }) => digest !== null)
    .toSorted(byName)
}

const metadata = v.object({
  packages: v.array(
    v.object({ name: v.string(), version: v.string(), license: v.nullable(v.string()) }),
  ),
})

/** Returns the crates with their licenses, or null if Cargo is missing or has not downloaded them. */
export function readLicensedCrates(folder = root): readonly LockedPackage[] | null {
  if (Bun.which('cargo') === null) return null
  const command = ['cargo', 'metadata', '--format-version', '1', '--locked', '--offline']
  const { success, stdout } = Bun.spawnSync(command, { cwd: folder, stderr: 'ignore' })
  if (!success) return null
  const { packages } = v.parse(metadata, JSON.parse(stdout.toString()))
  const licenses = new Map(packages.map((each) => [`${each.name}@${each.version}`, each.license]))
  return readCargoPackages(folder).map((each) => ({
    ...each,
    license: licenses.get(`${each.name}@${each.version}`) ?? 'none named',
  }))
}

const byName = (a: LockedPackage, b: LockedPackage): number =>
  a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en')

/** Parses JSON with trailing commas, as Bun writes it. */
const parseJsonc = (path: string): unknown =>
  JSON.parse(readFileSync(path, 'utf8').replaceAll(/,(\s*[}\]])/g, '$1'))
