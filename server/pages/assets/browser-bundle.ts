// Scripts of server/browser, bundled for browsers, and the WASM files that they load. The first process that needs them
// builds and compresses them, and stores the result on disk under the digest of the sources.
import { mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { brotliQuality, type Encodings, encodeFile } from './encode-file.ts'
import { removeOldest } from './remove-oldest.ts'

export type BundledFile = {
  /** Contains a digest of the content, so browsers may cache it indefinitely. */
  readonly path: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
} & Encodings

export type BrowserBundle = {
  readonly files: ReadonlyMap<string, BundledFile>
  /** URL of each entry. */
  readonly urls: Readonly<Record<Entry, string>>
  /**
   * URLs of the scripts that the quote page's script imports before it runs. Without a hint, a browser requests them only after that
   * script has arrived.
   */
  readonly quoteImports: readonly string[]
}

export const bundleFolder = '/assets/web'

const root = join(import.meta.dir, '../../..')
const cacheFolder = join(root, 'node_modules/.cache/browser-bundle')
const bundlesKept = 8

const scripts = {
  home: 'server/browser/home/home.ts',
  quote: 'server/browser/quotes/quote.ts',
  model: 'server/browser/models/model.ts',
  generate: 'server/browser/generation/generate.ts',
  job: 'server/browser/generation/job.ts',
  pictures: 'server/browser/images/pictures.ts',
  docs: 'server/browser/docs/docs.ts',
  reference: 'server/browser/docs/reference.ts',
  coreWorker: 'server/browser/core/core-worker.ts',
  stageWorker: 'server/browser/viewer/stage-worker.ts',
} as const
const wasmFiles = {
  measuringWasm: join(root, 'geometry/pkg/measuring_bg.wasm'),
  coreWasm: join(root, 'geometry/pkg/geometry_bg.wasm'),
  dracoWasm: createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm'),
} as const

type Entry = keyof typeof scripts | keyof typeof wasmFiles

const manifestSchema = v.object({
  files: v.array(v.string()),
  quoteImports: v.array(v.string()),
  urls: v.object({
    home: v.string(),
    quote: v.string(),
    model: v.string(),
    generate: v.string(),
    job: v.string(),
    pictures: v.string(),
    docs: v.string(),
    reference: v.string(),
    coreWorker: v.string(),
    stageWorker: v.string(),
    measuringWasm: v.string(),
    coreWasm: v.string(),
    dracoWasm: v.string(),
  }),
})

/** Nested braces do not match anything in Bun 1.4.5 globs. */
const sourceFolders = ['server/browser', 'server/domain', 'server/pages', 'server/html', 'geometry']

let bundle: Promise<BrowserBundle> | null = null

/** Returns the bundle. Rejects if the sources do not build. The next call retries. */
export function browserBundle(): Promise<BrowserBundle> {
  bundle ??= load().catch((error: unknown) => {
    bundle = null
    throw error
  })
  return bundle
}

async function load(): Promise<BrowserBundle> {
  const folder = join(cacheFolder, await sourceDigest())
  return (await readCache(folder)) ?? (await build(folder, brotliQuality.atStart))
}

/** Builds the bundle with maximum compression, so that the processes of an image find it in the cache. */
export const buildInAdvance = async (): Promise<BrowserBundle> =>
  build(join(cacheFolder, await sourceDigest()), brotliQuality.inAdvance)

/** Returns a digest of all inputs of the bundle: the sources, the locked packages and the bundler. */
async function sourceDigest(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  const files = new Bun.Glob('**/*.{ts,tsx,js,wasm}')
  const sources = sourceFolders.flatMap((folder) =>
    [...files.scanSync(join(root, folder))].map((path) => join(folder, path)),
  )
  const paths = [...sources, 'bun.lock', 'package.json'].sort()
  for (const path of paths) {
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return hash.digest('hex').slice(0, 16)
}

async function readCache(folder: string): Promise<BrowserBundle | null> {
  const manifest = Bun.file(join(folder, 'manifest.json'))
  if (!(await manifest.exists())) return null
  const { files, urls, quoteImports } = v.parse(manifestSchema, await manifest.json())
  const read = (name: string) => Bun.file(join(folder, name)).bytes()
  const loaded = await Promise.all(
    files.map(async (name): Promise<[string, BundledFile]> => {
      const [bytes, br, gzip] = await Promise.all([
        read(name),
        read(`${name}.br`),
        read(`${name}.gz`),
      ])
      return [name, { path: pathOf(name), contentType: contentTypeOf(name), bytes, br, gzip }]
    }),
  )
  return { files: new Map(loaded), urls, quoteImports }
}

async function build(folder: string, quality: number): Promise<BrowserBundle> {
  const output = await Bun.build({
    entrypoints: Object.values(scripts).map((path) => join(root, path)),
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    // Three.js reads this value. Without it, the script would reference `process` in the browser.
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]' },
  })
  const built = await Promise.all(
    output.outputs.map(async (file) => ({
      name: basename(file.path),
      bytes: new Uint8Array(await file.arrayBuffer()),
    })),
  )
  const urlOf = (source: string) => {
    const stem = basename(source, '.ts')
    const entryFile = built.find(({ name }) => name.startsWith(`${stem}-`) && name.endsWith('.js'))
    if (entryFile === undefined) throw new Error(`The bundle has no ${stem}.`)
    return pathOf(entryFile.name)
  }
  const measuringWasm = await addDigest('measuring.wasm', wasmFiles.measuringWasm)
  const coreWasm = await addDigest('geometry.wasm', wasmFiles.coreWasm)
  const dracoWasm = await addDigest('draco.wasm', wasmFiles.dracoWasm)
  const files = await Promise.all(
    [...built, measuringWasm, coreWasm, dracoWasm].map(
      async ({ name, bytes }): Promise<[string, BundledFile]> => {
        // A first price on a slow connection waits for this file, which is small enough to compress fully at any time.
        const isFirst = name === measuringWasm.name
        const encodings = await encodeFile(bytes, isFirst ? brotliQuality.inAdvance : quality)
        return [name, { path: pathOf(name), contentType: contentTypeOf(name), bytes, ...encodings }]
      },
    ),
  )
  const made: BrowserBundle = {
    files: new Map(files),
    quoteImports: importsOf(urlOf(scripts.quote), built),
    urls: {
      home: urlOf(scripts.home),
      quote: urlOf(scripts.quote),
      model: urlOf(scripts.model),
      generate: urlOf(scripts.generate),
      job: urlOf(scripts.job),
      pictures: urlOf(scripts.pictures),
      docs: urlOf(scripts.docs),
      reference: urlOf(scripts.reference),
      coreWorker: urlOf(scripts.coreWorker),
      stageWorker: urlOf(scripts.stageWorker),
      measuringWasm: pathOf(measuringWasm.name),
      coreWasm: pathOf(coreWasm.name),
      dracoWasm: pathOf(dracoWasm.name),
    },
  }
  await writeCache(folder, made)
  return made
}

type BuiltScript = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** Returns the URLs of all scripts that a script imports statically, directly or through others. */
function importsOf(url: string, built: readonly BuiltScript[]): readonly string[] {
  const transpiler = new Bun.Transpiler({ loader: 'js' })
  const decoder = new TextDecoder()
  const found = new Set([basename(url)])
  // The set grows during the iteration.
  for (const name of found) {
    const script = built.find((one) => one.name === name)
    if (script === undefined) throw new Error(`The bundle has no ${name}.`)
    for (const { kind, path } of transpiler.scanImports(decoder.decode(script.bytes))) {
      if (kind === 'import-statement') found.add(basename(path))
    }
  }
  return [...found].slice(1).map(pathOf)
}

async function addDigest(name: string, path: string) {
  const bytes = await Bun.file(path).bytes()
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 12)
  return { name: name.replace('.', `-${digest}.`), bytes }
}

const pathOf = (name: string) => `${bundleFolder}/${name}`

const contentTypeOf = (name: string): string =>
  name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript; charset=utf-8'

/**
 * Writes the bundle to the cache. Other processes may write the same folder, so each process writes a draft and renames
 * it. Removes older bundles.
 */
async function writeCache(folder: string, built: BrowserBundle): Promise<void> {
  const { files, urls, quoteImports } = built
  const draft = `${folder}.${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    for (const [name, { bytes, br, gzip }] of files) {
      await Bun.write(join(draft, name), bytes)
      await Bun.write(join(draft, `${name}.br`), br)
      await Bun.write(join(draft, `${name}.gz`), gzip)
    }
    await Bun.write(
      join(draft, 'manifest.json'),
      JSON.stringify({ files: [...files.keys()], urls, quoteImports }),
    )
    await rename(draft, folder)
    await removeOldest(cacheFolder, bundlesKept)
  } catch {
    // The folder cannot be written, or another process wrote it first. The bundle in memory is used.
    await rm(draft, { recursive: true, force: true })
  }
}
