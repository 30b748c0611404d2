// Calls the crate for each kind of work on a file in linear memory, and copies the result.
import type { Format, JobOutcome, ModelTask, Work } from './messages.ts'
import { parseOutcome } from './parse-outcome.ts'
import {
  change,
  draw,
  estimate,
  type Input,
  inspect,
  measure,
  process,
  silhouette,
} from './pkg/geometry.js'

/** A file in linear memory. */
export type Readable = { input: Input; format: Format }

/** `viewAt`: returns a part of linear memory by its address and length in bytes. */
export type Job = Readable & {
  units: ModelTask['units']
  viewAt: (address: number, length: number) => Uint8Array<ArrayBuffer>
}

type WorkOf<K extends Work['kind']> = Extract<Work, { kind: K }>

/**
 * Runs the work on the file that has been read. Copies the results, because the next job reuses the
 * linear memory.
 */
export function execute(job: Job, work: Work): JobOutcome {
  const { input, format, units } = job
  switch (work.kind) {
    case 'measure':
      return measured(job, work)
    case 'process':
      return processed(job, work)
    case 'change':
      return changed(job, work)
    case 'estimate':
      return parseOutcome(estimate(input, format, units, JSON.stringify(work.settings)))
    case 'inspect':
      return inspected(job, work)
    case 'draw':
      return drawn(job, work)
    case 'silhouette':
      return shadow(job, work)
  }
}

function measured(
  { input, format, units, viewAt }: Job,
  { estimate: settings, picture }: WorkOf<'measure'>,
) {
  const drawing = picture && JSON.stringify({ ...picture, faults: false })
  const result = measure(input, format, units, settings && JSON.stringify(settings), drawing)
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'mesh' || picture === undefined) return outcome
    return { ...outcome, picture: viewAt(result.pictureAddress, result.pictureLength).slice() }
  } finally {
    result.free()
  }
}

function processed({ input, format, units, viewAt }: Job, work: WorkOf<'process'>) {
  const { stl, glb, threemf = false } = work.outputs
  const result = process(input, format, units, JSON.stringify(work.options), stl, glb, threemf)
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'processed') return outcome
    return {
      ...outcome,
      stl: stl ? viewAt(result.stlAddress, result.stlLength).slice() : null,
      glb: glb ? viewAt(result.glbAddress, result.glbLength).slice() : null,
      ...(threemf && { threemf: viewAt(result.threemfAddress, result.threemfLength).slice() }),
    }
  } finally {
    result.free()
  }
}

function changed({ input, format, units, viewAt }: Job, work: WorkOf<'change'>): JobOutcome {
  const result = change(input, format, units, JSON.stringify(work.change))
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'changed') return outcome
    const files = Array.from({ length: result.files }, (_, at) =>
      viewAt(result.fileAddress(at), result.fileLength(at)).slice(),
    )
    return { ...outcome, files }
  } finally {
    result.free()
  }
}

function inspected({ input, format, units, viewAt }: Job, work: WorkOf<'inspect'>) {
  const { settings, outputs } = work
  const result = inspect(input, format, units, JSON.stringify(settings), JSON.stringify(outputs))
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'inspected') return outcome
    const copy = (address: number, length: number) => viewAt(address, length).slice().buffer
    const vertices = result.positionsLength
    const triangles = result.trianglesLength
    const mesh = outputs.mesh
      ? {
          positions: new Float32Array(copy(result.positionsAddress, 12 * vertices)),
          indices: new Uint32Array(copy(result.trianglesAddress, 12 * triangles)),
          flags: new Uint8Array(copy(result.flagsAddress, triangles)),
        }
      : null
    const picture = outputs.picture
      ? viewAt(result.pictureAddress, result.pictureLength).slice()
      : null
    return { ...outcome, mesh, picture }
  } finally {
    result.free()
  }
}

function drawn({ input, format, units, viewAt }: Job, { picture }: WorkOf<'draw'>) {
  const result = draw(input, format, units, JSON.stringify({ ...picture, faults: false }))
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'drawn') return outcome
    return { ...outcome, picture: viewAt(result.pictureAddress, result.pictureLength).slice() }
  } finally {
    result.free()
  }
}

function shadow({ input, format, units, viewAt }: Job, work: WorkOf<'silhouette'>) {
  const result = silhouette(input, format, units, JSON.stringify(work.pose))
  try {
    const outcome = parseOutcome(result.json)
    if (outcome.kind !== 'silhouette') return outcome
    const bytes = viewAt(result.bitsAddress, 4 * result.bitsLength).slice()
    return { ...outcome, bits: new Uint32Array(bytes.buffer) }
  } finally {
    result.free()
  }
}
