// `npm run bench -- corpus FOLDER...`: processes every model in some folders or repository
// checkouts, and compares the figures with other tools. Continues an interrupted run.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createGeometry } from '../../geometry/index.ts'
import { readCommandLine } from '../../server/local/launcher/command-line.ts'
import { missingSlicer, slicerVersion } from '../slicer/estimate-slices.ts'
import { compareSlices } from './compare-slices.ts'
import { type FoundModel, findModels } from './find-models.ts'
import { judgeModel } from './judge-model.ts'
import { noPeers, openPeers, type Peers } from './peer-volumes.ts'
import { openRecords, type Records } from './records.ts'
import { type CorpusModel, tableText } from './table.ts'

const usage = `npm run bench -- corpus FOLDER... [--slices N] [--no-peers] [--results FILE] [--table FILE]

FOLDER: models, or checkouts of repositories with models; bench/README.md describes the comparisons.
--slices N      also compares the estimates of N of them with real slices (needs prusa-slicer)
--no-peers      skips the volumes by other libraries
--results FILE  one JSON line per content; a later run continues it (default: bench/results/corpus.jsonl)
--table FILE    output file of the Markdown table (default: next to the results)`

/**
 * The service's limit for a job, applied to processor time, so that other load on the machine does
 * not matter.
 */
const limitMs = 30_000
/** Limit of wall-clock time, for a job that does not terminate. */
const jobTimeoutMs = 20 * limitMs

export async function runCorpus(args: readonly string[]): Promise<number> {
  const options = {
    slices: { type: 'string' },
    'no-peers': { type: 'boolean' },
    results: { type: 'string' },
    table: { type: 'string' },
  } as const
  const line = readCommandLine(usage, { options, allowPositionals: true }, args)
  const { values, positionals: folders } = line
  if (folders.length === 0) return line.refuse('No folder of models was given.')
  for (const folder of folders) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (!found?.isDirectory()) return line.refuse(`${folder} is not a folder.`)
  }
  const slices = line.wholeNumber('--slices', values.slices ?? '0', 0)
  const noSlicer = slices > 0 ? missingSlicer() : null
  if (noSlicer !== null) return line.refuse(noSlicer)
  const results = values.results ?? join(import.meta.dir, '../results/corpus.jsonl')
  const table = values.table ?? results.replace(/(\.jsonl)?$/, '.md')
  mkdirSync(dirname(results), { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'bench-corpus-'))
  try {
    const wantsPeers = values['no-peers'] !== true
    const peers = wantsPeers ? await openPeers(scratch) : noPeers
    if (peers === null) console.error('No volumes are compared: run npm run bench:peers.')
    const place = { results, scratch, cache: `${results}.slices` }
    const run = await measureAll(findModels(folders), { peers: peers ?? noPeers, slices, ...place })
    writeFileSync(table, tableText(run))
    console.error(`The table is in ${table}.`)
    return 0
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

type Plan = {
  readonly peers: Peers
  readonly slices: number
  readonly results: string
  readonly scratch: string
  readonly cache: string
}

async function measureAll(
  found: readonly FoundModel[],
  { peers, slices, results, scratch, cache }: Plan,
) {
  const builds = { core: coreBuild(), peers: peers.versions, slicer: slicerVersion() }
  const records = openRecords(results, builds)
  const geometry = createGeometry({ workers: 1, timeoutMs: jobTimeoutMs })
  try {
    const models = hashed(found)
    const say = progress(models.length)
    for (const { model, sha256, bytes } of models) {
      if (records.find('model', sha256) === null) {
        const judged = await judgeModel(geometry, { ...model, sha256, bytes }, limitMs)
        records.add({ type: 'model', sha256, core: builds.core, ...judged })
      }
      await compareVolumes(records, { model, sha256, peers })
      say(model.name)
    }
    let sliced = 0
    // The order of the hashes is unrelated to any property of the models, so it is effectively random but the same in
    // every run.
    for (const { model, sha256 } of models.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
      if (sliced >= slices) break
      if (!isComparable(records, sha256)) continue
      sliced++
      if (records.find('slices', sha256) !== null) continue
      const compared = await compareSlices(geometry, model, { scratch, cache })
      const nothing = { alone: null, supported: null }
      const { core, slicer } = builds
      records.add({ type: 'slices', sha256, core, slicer, ...(compared ?? nothing) })
      console.error(`slices: ${sliced} of ${slices}  ${model.name}`)
    }
    return {
      builds,
      pointers: found.filter(({ isPointer }) => isPointer),
      models: models.map(gather(records)),
    }
  } finally {
    geometry.close()
    records.close()
    peers.close()
  }
}

type Hashed = {
  readonly model: FoundModel
  readonly sha256: string
  readonly bytes: number
  /** Number of further files with the same content and format. */
  copies: number
}

/** Returns each content once, under its first name. */
function hashed(found: readonly FoundModel[]): readonly Hashed[] {
  const distinct = new Map<string, Hashed>()
  for (const model of found) {
    if (model.isPointer) continue
    const bytes = readFileSync(model.path)
    // Include the extension, because it determines how a file is read.
    const sha256 = createHash('sha256')
      .update(`${model.format ?? 'none'}\n`)
      .update(bytes)
      .digest('hex')
    const known = distinct.get(sha256)
    if (known === undefined) {
      distinct.set(sha256, { model, sha256, bytes: bytes.length, copies: 0 })
    } else {
      known.copies++
    }
  }
  return [...distinct.values()]
}

async function compareVolumes(
  records: Records,
  { model, sha256, peers }: { model: FoundModel; sha256: string; peers: Peers },
): Promise<void> {
  const judged = records.find('model', sha256)
  if (peers.versions === '' || judged?.kind !== 'priced' || judged.sliced) return
  if (records.find('volumes', sha256) !== null) return
  const volumes = await peers.measure(model.path, judged.unit)
  records.add({ type: 'volumes', sha256, peers: peers.versions, ...volumes })
}

/**
 * Returns whether an estimate and a slice can be compared. The slicer may repair a surface
 * differently, so only surfaces without repairs can be.
 */
function isComparable(records: Records, sha256: string): boolean {
  const judged = records.find('model', sha256)
  return (
    judged?.kind === 'priced' &&
    !judged.sliced &&
    judged.watertight &&
    typeof judged.estimate !== 'string'
  )
}

const gather =
  (records: Records) =>
  ({ model, sha256, copies }: Hashed): CorpusModel => ({
    name: model.name,
    source: model.source,
    sha256,
    copies,
    judged: records.find('model', sha256),
    volumes: records.find('volumes', sha256),
    slices: records.find('slices', sha256),
  })

/** Returns the first digits of the hash of the core's build. */
function coreBuild(): string {
  const wasm = readFileSync(join(import.meta.dir, '../../geometry/pkg/geometry_bg.wasm'))
  return createHash('sha256').update(wasm).digest('hex').slice(0, 12)
}

/** Returns a function that prints a line for every hundredth model and for the last. */
function progress(all: number): (name: string) => void {
  let done = 0
  return (name) => {
    done++
    if (done % 100 === 0 || done === all) console.error(`${done} of ${all}  ${name}`)
  }
}
