// Third-party generators on the published document: generate a client, compile it, and place an order with it. Part
// of `npm run judge`.
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../../client/python/generator/tools.ts'
import { samplePart } from '../../../server/local/demo/sample-part.ts'
import { useService } from '../../../testing/use.ts'
import { type Foreign, foreign, generatorFolders, pathOrSkip } from '../places.ts'
import * as programs from './programs.ts'

const root = join(import.meta.dir, '../../..')
const testMs = 600_000
const service = useService()
const work = mkdtempSync(join(tmpdir(), 'svc-generators-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

type GeneratorRun = {
  readonly folder: string
  readonly document: string
  readonly generator: string
}
type Commands = readonly (readonly string[])[]

type Judge = {
  readonly program: Foreign
  readonly document?: '/openapi-3.0.json'
  /** Files of the customer, by name, for the service at `baseUrl`. */
  readonly files: (baseUrl: string) => Readonly<Record<string, string>>
  readonly generate: (place: GeneratorRun) => readonly string[]
  readonly compile: Commands
  readonly order: readonly string[]
}

const tsc = [join(root, 'node_modules/typescript-5/bin/tsc'), '--noEmit', '--strict']
const tscOptions = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler']
const libraries = ['--lib', 'es2022,dom,dom.iterable', '--types', 'node', '--skipLibCheck']
const types = ['--typeRoots', join(root, 'node_modules/@types')]
const typescript = {
  compile: [
    [process.execPath, ...tsc, ...tscOptions, ...libraries, ...types, 'order.ts'],
  ] as Commands,
  order: [process.execPath, 'order.ts'],
}
const python = {
  compile: [
    [join(generatorFolders.python, 'bin/python'), '-W', 'error', '-m', 'compileall', '-q', '.'],
  ] as Commands,
  order: [join(generatorFolders.python, 'bin/python'), 'order.py'],
}

/** Imports of the generated file in addition to the runtime are in no go.sum yet. */
const goBuild: Commands = [
  ['go', 'mod', 'tidy'],
  ['go', 'build', '-o', 'order', '.'],
]

const javaClasses = 'target/classes:target/lib/*'

const judges: Readonly<Record<string, Judge>> = {
  'hey-api': {
    program: foreign.heyApi,
    files: (baseUrl) => ({ 'order.ts': programs.guidePrograms(baseUrl).heyApi }),
    generate: ({ generator, document }) => [generator, '-i', document, '-o', 'client'],
    ...typescript,
  },
  orval: {
    program: foreign.orval,
    files: (baseUrl) => {
      const { orval, orvalConfig } = programs.guidePrograms(baseUrl)
      // The generator blocks this process, which also runs the service, so it reads the downloaded document.
      const config = orvalConfig.replace(`${baseUrl}/openapi.json`, 'openapi.json')
      return { 'order.ts': orval, 'orval.config.cjs': config }
    },
    generate: ({ generator }) => [generator, '--config', 'orval.config.cjs'],
    ...typescript,
  },
  'openapi-generator typescript-fetch, OpenAPI 3.0': {
    program: foreign.openapiGenerator,
    document: '/openapi-3.0.json',
    files: () => ({ 'order.ts': programs.typescriptFetch }),
    generate: ({ generator, document }) => [
      ...[generator, 'generate', '-i', document, '-g', 'typescript-fetch', '-o', 'client'],
    ],
    ...typescript,
  },
  'openapi-generator python': {
    program: foreign.openapiGenerator,
    files: () => ({ 'order.py': programs.openapiGeneratorPython }),
    generate: ({ generator, document }) => [
      ...[generator, 'generate', '-i', document, '-g', 'python', '-o', '.'],
    ],
    ...python,
  },
  'openapi-generator java, OpenAPI 3.0': {
    program: foreign.openapiGeneratorJava,
    document: '/openapi-3.0.json',
    files: () => ({ 'PlaceOrder.java': programs.openapiGeneratorJava }),
    generate: ({ generator, document }) => [
      ...[generator, 'generate', '-i', document, '-g', 'java', '-o', '.'],
      ...['--library', 'jersey3', '--additional-properties=useSingleRequestParameter=true'],
    ],
    compile: [
      [
        'mvn',
        '-q',
        '-B',
        'compile',
        'dependency:copy-dependencies',
        '-DoutputDirectory=target/lib',
      ],
      ['javac', '-cp', javaClasses, '-d', 'target/classes', 'PlaceOrder.java'],
    ],
    order: ['java', '-cp', javaClasses, 'PlaceOrder'],
  },
  'openapi-python-client': {
    program: foreign.openapiPythonClient,
    files: (baseUrl) => ({ 'order.py': programs.guidePrograms(baseUrl).openapiPythonClient }),
    generate: ({ generator, document }) => [
      ...[generator, 'generate', '--path', document, '--meta', 'none', '--output-path', 'client'],
    ],
    ...python,
  },
  'oapi-codegen': {
    program: foreign.oapiCodegen,
    files: () => ({ 'main.go': programs.oapiCodegen }),
    generate: goClient,
    compile: goBuild,
    order: ['./order'],
  },
  'oapi-codegen, OpenAPI 3.0': {
    program: foreign.oapiCodegen,
    document: '/openapi-3.0.json',
    files: () => ({ 'main.go': programs.oapiCodegen }),
    generate: goClient,
    compile: goBuild,
    order: ['./order'],
  },
}

function goClient({ generator, document }: GeneratorRun): readonly string[] {
  return [
    ...[generator, '-generate', 'types,client', '-package', 'client'],
    ...['-o', 'client/client.go', document],
  ]
}

const rows: Readonly<Record<string, number | string>>[] = []
afterAll(() => console.table(rows))

describe.each(Object.entries(judges))('%s', (name, judge) => {
  const generator = pathOrSkip(judge.program)

  test.skipIf(generator === null)(
    'generates a client that compiles and places an order',
    async () => {
      const folder = mkdtempSync(join(work, 'client-'))
      const document = join(folder, 'openapi.json')
      const path = judge.document ?? '/openapi.json'
      writeFileSync(document, await (await service.fetch(path)).text())
      writeFileSync(join(folder, 'part.stl'), samplePart())
      for (const [file, text] of Object.entries(judge.files(service.baseUrl))) {
        writeFileSync(join(folder, file), text)
      }
      if (judge.program === foreign.oapiCodegen) writeGoModule(folder)
      const startedAt = performance.now()
      const seconds = () => rounded((performance.now() - startedAt) / 1000)

      expect(
        run(judge.generate({ folder, document, generator: generator ?? '' }), { cwd: folder }),
      ).toBeNull()
      const generatedAt = seconds()
      for (const command of judge.compile) expect(run(command, { cwd: folder })).toBeNull()
      const compiledAt = seconds()
      const { apiKey, headers } = await service.account()
      const child = Bun.spawn([...judge.order], {
        cwd: folder,
        env: { ...process.env, SVC_URL: service.baseUrl, SVC_API_KEY: apiKey },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [output, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      expect([errors, output]).toEqual(['', expect.stringMatching(/^SVC-[A-Z2-9]{6} RECEIVED\n$/)])
      const [code = ''] = output.split(' ')
      const order = await (await service.fetch(`/api/print/orders/${code}`, { headers })).json()
      expect(order).toMatchObject({ code, material: 'petg', paid: true })
      rows.push({
        name,
        generate: generatedAt,
        compile: rounded(compiledAt - generatedAt),
        order: rounded(seconds() - compiledAt),
      })
    },
    testMs,
  )
})

const rounded = (seconds: number) => Math.round(seconds * 10) / 10

/** Writes the module of the installation, which contains the runtime library of oapi-codegen. */
function writeGoModule(folder: string): void {
  mkdirSync(join(folder, 'client'), { recursive: true })
  for (const name of ['go.mod', 'go.sum']) {
    run(['cp', join(generatorFolders.go, name), folder])
  }
}
