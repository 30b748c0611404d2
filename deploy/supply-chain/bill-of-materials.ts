// The software bill of materials of the production image as CycloneDX 1.6: npm packages and crates. It excludes the packages of the base
// image, which image scanners list.
import { createHash } from 'node:crypto'
import type { LockedPackage } from './locked-packages.ts'

type Product = { readonly name: string; readonly version: string }

/** Returns the document. The same lock files give the same text, so that two builds can be compared. */
export function billOfMaterials(product: Product, packages: readonly LockedPackage[]): string {
  const components = packages.map(componentOf)
  const contents = {
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components,
    dependencies: [
      { ref: product.name, dependsOn: components.map((component) => component['bom-ref']) },
    ],
  }
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(contents) }
  return `${JSON.stringify({ ...head, version: 1, ...contents }, null, 2)}\n`
}

function componentOf({ ecosystem, name, version, digest, license, optional }: LockedPackage) {
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:${ecosystem}/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: plain,
    version,
    scope: optional ? 'optional' : 'required',
    ...(digest === null ? {} : { hashes: [{ alg: algorithmOf(ecosystem), content: digest }] }),
    ...(license === null ? {} : { licenses: licensesOf(license) }),
    purl,
  }
}

const algorithmOf = (ecosystem: LockedPackage['ecosystem']) =>
  ecosystem === 'npm' ? 'SHA-512' : 'SHA-256'

/** Uses an expression for a license expression, as the format requires. */
const licensesOf = (license: string) =>
  /\s(?:OR|AND|WITH)\s|\//.test(license)
    ? [{ expression: license.replaceAll('/', ' OR ') }]
    : [{ license: { [/^[\w.+-]+$/.test(license) ? 'id' : 'name']: license } }]

/** Returns a UUID of version 8, derived from the contents. */
function serialOf(contents: object): string {
  const hex = createHash('sha256').update(JSON.stringify(contents)).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`
}
