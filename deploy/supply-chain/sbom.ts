// Writes the bill of materials of the production image. Run as: npm run sbom [-- file]
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { billOfMaterials } from './bill-of-materials.ts'
import { readCargoPackages, readLicensedCrates, readNpmPackages } from './locked-packages.ts'

const manifest = readFileSync(join(import.meta.dir, '../../package.json'), 'utf8')
const product = v.parse(v.object({ name: v.string(), version: v.string() }), JSON.parse(manifest))
const crates = readLicensedCrates()
if (crates === null) {
  console.error('The licences of crates are left out: run `cargo fetch --locked` first.')
}
const text = billOfMaterials(product, [...readNpmPackages(), ...(crates ?? readCargoPackages())])
const [path] = process.argv.slice(2)
if (path === undefined) process.stdout.write(text)
else writeFileSync(path, text)
