// Writes the bill of materials of the production image. Run as: npm run sbom [-- file]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { readCargoPackages, readLicensedCrates, readNpmPackages } from './locked-packages.ts'

const {
  positionals: [path, ...others],
  refuse,
} = readCommandLine('npm run sbom -- [FILE]', { allowPositionals: true })
if (others.length > 0) refuse('One file is enough.')

const manifest = readFileSync(join(import.meta.dir, '../../package.json'), 'utf8')
const product = v.parse(v.object({ name: v.string(), version: v.string() }), JSON.parse(manifest))
const crates = readLicensedCrates()
if (crates === null) {
  console.error('The licenses of crates are left out: run `cargo fetch --locked` first.')
}
const text = billOfMaterials(product, [...readNpmPackages(), ...(crates ?? readCargoPackages())])
if (path === undefined) {
  process.stdout.write(text)
} else {
  writeFileSync(path, text)
}
