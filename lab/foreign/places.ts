// Where `npm run judge:install` puts the third-party programs, and why a test that needs one is skipped.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const foreignFolder = join(import.meta.dir, '../../.tools/foreign')

/** Pinned, because an updated judge could change the verdict without a change of this repository. */
export const versions = {
  stripeMock: 'v0.203.0',
  fakeGcs: 'v1.56.1',
  oapiCodegen: 'v2.8.2',
  oapiRuntime: 'v1.9.0',
  heyApi: '0.95.0',
  orval: '7.13.2',
  moto: '5.2.5',
  spck: '0.4.0',
  easyPost: '8.9.0',
} as const

export type Foreign = {
  readonly name: string
  /** Null when it is not installed. */
  readonly path: string | null
}

const inFolder = (path: string) => (existsSync(path) ? path : null)

export const stripeMockPath = join(foreignFolder, `stripe-mock-${versions.stripeMock}`)
export const fakeGcsPath = join(foreignFolder, `fake-gcs-server-${versions.fakeGcs}`)
/** A separate environment: its packages and those of schemathesis require different versions. */
export const motoPath = join(foreignFolder, `moto-${versions.moto}`)
export const spckPath = join(foreignFolder, `spck-conformance-${versions.spck}`)
export const easyPostFolder = join(foreignFolder, `easypost-node-${versions.easyPost}`)
/** Generators of clients, each in the package system of its language. */
export const generatorFolders = {
  node: join(foreignFolder, `generators-node-${versions.heyApi}-${versions.orval}`),
  python: join(foreignFolder, 'generators-python'),
  go: join(foreignFolder, `oapi-codegen-${versions.oapiCodegen}`),
} as const
const generator = (folder: keyof typeof generatorFolders, program: string) =>
  inFolder(join(generatorFolders[folder], program))
const python = (program: string) => join(foreignFolder, 'python', 'bin', program)

export const foreign = {
  stripeMock: {
    name: `stripe-mock ${versions.stripeMock}`,
    path: inFolder(join(stripeMockPath, 'stripe-mock')),
  },
  fakeGcs: {
    name: `fake-gcs-server ${versions.fakeGcs}`,
    path: inFolder(join(fakeGcsPath, 'fake-gcs-server')),
  },
  python: { name: 'Python with aiosmtpd', path: inFolder(python('python')) },
  moto: {
    name: `moto ${versions.moto}`,
    path: inFolder(join(motoPath, 'installed')) && join(motoPath, 'bin/python'),
  },
  spck: {
    name: `spck-conformance ${versions.spck}`,
    path: inFolder(join(spckPath, 'installed')) && join(spckPath, 'bin/spck-conformance'),
  },
  easyPost: {
    name: `EasyPost's client ${versions.easyPost}`,
    path: inFolder(join(easyPostFolder, 'node_modules/@easypost/api/dist/easypost.mjs')),
  },
  schemathesis: { name: 'schemathesis', path: inFolder(python('schemathesis')) },
  heyApi: { name: 'hey-api', path: generator('node', 'node_modules/.bin/openapi-ts') },
  orval: { name: 'orval', path: generator('node', 'node_modules/.bin/orval') },
  openapiGenerator: {
    name: 'openapi-generator',
    path: Bun.which('java') === null ? null : generator('python', 'bin/openapi-generator-cli'),
  },
  openapiGeneratorJava: {
    name: 'openapi-generator with Maven and a Java compiler',
    path: ['javac', 'mvn'].some((program) => Bun.which(program) === null)
      ? null
      : generator('python', 'bin/openapi-generator-cli'),
  },
  openapiPythonClient: {
    name: 'openapi-python-client',
    path: generator('python', 'bin/openapi-python-client'),
  },
  oapiCodegen: { name: 'oapi-codegen', path: generator('go', 'oapi-codegen') },
  haproxy: { name: 'haproxy', path: Bun.which('haproxy') ?? inFolder('/usr/sbin/haproxy') },
  slowhttptest: { name: 'slowhttptest', path: Bun.which('slowhttptest') },
} as const satisfies Readonly<Record<string, Foreign>>

/** Returns the path, or null after printing what is missing. */
export function pathOrSkip({ name, path }: Foreign): string | null {
  if (path === null) {
    console.log(`Skipped: ${name} is not installed. npm run judge:install installs it.`)
  }
  return path
}
