// Writes the results of a corpus run as Markdown.
import { quantile } from '../lib/statistics.ts'
import type { FoundModel, Source } from './find-models.ts'
import type { Estimate, Judged } from './judge-model.ts'
import type { Builds, CorpusRecord } from './records.ts'

export type CorpusModel = {
  readonly name: string
  readonly source: Source
  readonly sha256: string
  /** Number of further files with the same content. */
  readonly copies: number
  readonly judged: Judged | null
  readonly volumes: Extract<CorpusRecord, { type: 'volumes' }> | null
  readonly slices: Extract<CorpusRecord, { type: 'slices' }> | null
}

export type CorpusRun = {
  readonly builds: Builds
  /** Git LFS pointers, which contain no model. */
  readonly pointers: readonly FoundModel[]
  readonly models: readonly CorpusModel[]
}

type Mesh = Extract<Judged, { kind: 'priced'; sliced: false }>
type Kind = 'priced' | 'refused' | 'crashed' | 'timed_out'

/**
 * Tolerance of an exact volume: 0.1 %, because peers round and weld differently. A union is sampled
 * to 0.5 %.
 */
const exactTolerance = 0.001
const unionTolerance = 0.005
/** Rounding error of a peer's volume in cm3, from its number of decimals. */
const roundingCm3 = 0.0005

export function tableText(run: CorpusRun): string {
  const sections = [
    sourcesText(run),
    refusalsText(run.models),
    cutOffText(run.models),
    timesText(run.models),
    volumesText(run),
    slicesText(run),
  ]
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`
}

function sourcesText({ models, pointers, builds }: CorpusRun): string {
  const sources = new Map<string, Source>()
  for (const { source } of [...models, ...pointers]) sources.set(source.name, source)
  const rows = [...sources.values()].map(({ name, commit }) => {
    const own = models.filter(({ source }) => source.name === name)
    return [name, commit?.slice(0, 10) ?? '-', ...countsOf(own, pointersOf(pointers, name))]
  })
  const all = ['all', '', ...countsOf(models, pointers.length)]
  const head = ['source', 'commit', 'files', 'distinct', ...kinds.map(wordOf), 'not there (LFS)']
  return `Build of the core: ${builds.core}.\n\n${table(head, [...rows, all])}`
}

const kinds: readonly Kind[] = ['priced', 'refused', 'crashed', 'timed_out']
const wordOf = (kind: Kind): string => kind.replace('_', ' ')

const pointersOf = (pointers: readonly FoundModel[], name: string): number =>
  pointers.filter(({ source }) => source.name === name).length

function countsOf(models: readonly CorpusModel[], pointers: number): readonly string[] {
  const files = models.reduce((sum, { copies }) => sum + 1 + copies, pointers)
  const by = kinds.map((kind) => models.filter(({ judged }) => judged?.kind === kind).length)
  return [files, models.length, ...by, pointers].map(String)
}

/** Returns refusals by code, most frequent first, each with one sentence and the name of a file. */
function refusalsText(models: readonly CorpusModel[]): string {
  const groups = new Map<string, { count: number; sentence: string; name: string }>()
  for (const { judged, name, source } of models) {
    if (judged?.kind !== 'refused') continue
    const { code, coreCode, sentence } = judged
    const key = coreCode === null ? code : `${code}: ${coreCode}`
    const known = groups.get(key)
    if (known === undefined) {
      groups.set(key, { count: 1, sentence, name: `${source.name}/${name}` })
    } else {
      known.count++
    }
  }
  const rows = [...groups]
    .toSorted(([, a], [, b]) => b.count - a.count)
    .map(([key, { count, sentence, name }]) => [key, `${count}`, sentence, name])
  if (rows.length === 0) return 'Nothing was refused.'
  return `Refused:\n\n${table(['code', 'models', 'a sentence', 'for'], rows)}`
}

/** Returns models and estimates that finished without a verdict. */
function cutOffText(models: readonly CorpusModel[]): string {
  const rows = models.flatMap(({ judged, name, source }) => {
    const of = `${source.name}/${name}`
    if (judged?.kind === 'crashed') return [[of, 'crashed', judged.reason]]
    if (judged?.kind === 'timed_out') return [[of, 'timed out', '']]
    if (judged?.kind !== 'priced' || judged.sliced) return []
    const { estimate } = judged
    return typeof estimate === 'string' ? [[of, 'priced without an estimate', estimate]] : []
  })
  if (rows.length === 0) return 'Nothing crashed, timed out or was left without an estimate.'
  return `Crashed, timed out, or without an estimate:\n\n${table(['model', 'ended', 'reason'], rows)}`
}

function timesText(models: readonly CorpusModel[]): string {
  const timed = models.flatMap((model) =>
    model.judged === null || model.judged.cpuMs === 0 ? [] : [{ model, ms: model.judged.cpuMs }],
  )
  if (timed.length === 0) return ''
  const ms = timed.map((each) => each.ms)
  const [half, most, max] = [0.5, 0.99, 1].map((share) => quantile(ms, share).toFixed(0))
  const slowest = timed.find((each) => each.ms === Math.max(...ms))
  const of = slowest === undefined ? '' : ` (${slowest.model.source.name}/${slowest.model.name})`
  return `Processor time of a model, measured and estimated: median ${half} ms, p99 ${most} ms, max ${max} ms${of}.`
}

type Peer = 'trimesh' | 'admesh' | 'manifold'
export type Verdict = 'agrees' | 'differs' | 'open'

/**
 * Compares the volumes. `open`: the surface is not closed or not consistently wound, so its volume
 * is undefined and each tool fills it differently. Where bodies overlap, only manifold-3d unites
 * them; the other two tools add them up.
 */
export function volumeVerdict(
  {
    volumeCm3,
    volumeIsExact,
    bodiesOverlap,
  }: Pick<Mesh, 'volumeCm3' | 'volumeIsExact' | 'bodiesOverlap'>,
  volumes: { readonly [P in Peer]?: number } & { readonly closed?: boolean },
  peer: Peer,
): Verdict | null {
  const other = volumes[peer]
  if (other === undefined) return null
  if (volumes.closed !== true) return 'open'
  if (bodiesOverlap && peer !== 'manifold') return 'open'
  if (!volumeIsExact && !bodiesOverlap) return 'open'
  const tolerance = bodiesOverlap ? unionTolerance : exactTolerance
  // Peers report a negative volume for a surface that faces inwards.
  const off = Math.abs(Math.abs(other) - volumeCm3)
  return off <= Math.max(roundingCm3, tolerance * volumeCm3) ? 'agrees' : 'differs'
}

const peerNames: readonly Peer[] = ['trimesh', 'admesh', 'manifold']

function volumesText({ models, builds }: CorpusRun): string {
  if (builds.peers === '') return ''
  const judged = models.flatMap(({ judged: mesh, volumes, name, source }) =>
    mesh?.kind === 'priced' && !mesh.sliced && volumes !== null
      ? [{ mesh, volumes, name: `${source.name}/${name}` }]
      : [],
  )
  const counts = peerNames.map((peer) => {
    const verdicts = judged.map(({ mesh, volumes }) => volumeVerdict(mesh, volumes, peer))
    const count = (wanted: Verdict | null) =>
      `${verdicts.filter((verdict) => verdict === wanted).length}`
    return [peer, count('agrees'), count('differs'), count('open'), count(null)]
  })
  const differing = judged.flatMap(({ mesh, volumes, name }) => {
    const differs = peerNames.some((peer) => volumeVerdict(mesh, volumes, peer) === 'differs')
    if (!differs) return []
    const cm3 = (value: number | undefined) => value?.toPrecision(6) ?? '-'
    const others = peerNames.map((peer) => cm3(volumes[peer]))
    return [[name, cm3(mesh.volumeCm3), ...others, mesh.bodiesOverlap ? 'yes' : '']]
  })
  const head = ['peer', 'agrees', 'differs', 'not comparable', 'not measured']
  const list =
    differing.length === 0
      ? 'No volume differs.'
      : table(['model, cm3', 'ours', ...peerNames, 'bodies overlap'], differing)
  return `Volume against ${builds.peers}:\n\n${table(head, counts)}\n\n${list}`
}

type Deviation = {
  readonly half: 'fit' | 'judged'
  readonly grams: number
  readonly seconds: number
}

/**
 * Returns the half of a model. Constants may be fitted to models whose hash has an even first
 * digit; the other models judge them.
 */
export const halfOf = (sha256: string): Deviation['half'] =>
  Number.parseInt(sha256.slice(0, 1), 16) % 2 === 0 ? 'fit' : 'judged'

function slicesText({ models, builds }: CorpusRun): string {
  const compared = models.flatMap(({ judged, slices, sha256, name, source }) =>
    judged?.kind === 'priced' &&
    !judged.sliced &&
    typeof judged.estimate !== 'string' &&
    slices !== null
      ? [
          {
            mesh: judged,
            estimate: judged.estimate,
            slices,
            sha256,
            name: `${source.name}/${name}`,
          },
        ]
      : [],
  )
  if (compared.length === 0) return ''
  const deviations = (supports: boolean): readonly (Deviation & { name: string })[] =>
    compared.flatMap(({ estimate, slices, sha256, name }) => {
      const truth = supports ? slices.supported : slices.alone
      if (truth === null) return []
      const own = figuresOf(estimate, supports)
      const off = (found: number, expected: number) => 100 * (found / expected - 1)
      return [
        {
          half: halfOf(sha256),
          name,
          grams: off(own.cm3, truth.cm3),
          seconds: off(own.seconds, truth.seconds),
        },
      ]
    })
  const rows = [false, true].flatMap((supports) => {
    const all = deviations(supports)
    return (['fit', 'judged'] as const).flatMap((half) => {
      const own = all.filter((each) => each.half === half)
      const where = `${supports ? 'with' : 'without'} supports, ${half}`
      return (['grams', 'seconds'] as const).map((figure) => [
        ...[where, figure === 'grams' ? 'filament' : 'time', `${own.length}`],
        ...figuresText(own.map((each) => each[figure])),
      ])
    })
  })
  const refused = compared.filter(({ slices }) => slices.alone === null).map(({ name }) => name)
  const worst = [...deviations(false)]
    .toSorted((a, b) => Math.abs(b.seconds) - Math.abs(a.seconds))
    .slice(0, 10)
    .map(({ name, grams, seconds }) => [name, percent(grams), percent(seconds)])
  const none = refused.length === 0 ? '' : `\n\nNot sliced, or not in time: ${refused.join(', ')}.`
  const head = ['slices', 'of', 'models', 'bias', 'median', 'p90', 'worst']
  return [
    `Estimates against ${builds.slicer}, deviation from the slice in percent:`,
    table(head, rows),
    'Farthest off in time, without supports:',
    `${table(['model', 'filament', 'time'], worst)}${none}`,
  ].join('\n\n')
}

const figuresOf = (estimate: Estimate, supports: boolean) => ({
  cm3: estimate.cm3 + (supports ? estimate.supportCm3 : 0),
  seconds: estimate.seconds + (supports ? estimate.supportSeconds : 0),
})

/** Returns the figures. Bias is the signed mean; the other figures use absolute values. */
function figuresText(off: readonly number[]): readonly string[] {
  if (off.length === 0) return ['-', '-', '-', '-']
  const amounts = off.map(Math.abs)
  const bias = off.reduce((sum, each) => sum + each, 0) / off.length
  const quantiles = [0.5, 0.9, 1].map((share) => quantile(amounts, share).toFixed(1))
  return [percent(bias), ...quantiles]
}

const percent = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(1)}`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes a name or a sentence, so that it does not end its table cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
