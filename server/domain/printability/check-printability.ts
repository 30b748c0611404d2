// Checks whether a mesh can be printed: repairs it in memory and stores nothing. The format is taken from the file extension.

import { fail, ok, type Result } from '../base/result.ts'
import { type MeasurementFailure, measuringBusy } from '../measurement/failure.ts'
import type { ProcessReport } from '../measurement/processing.ts'
import type { LengthUnit, MeshFormat } from '../models/format.ts'
import type { PrintabilityDeps } from './ports.ts'
import { publicVerdict } from './verdict.ts'

export type CheckInput = {
  readonly path: string
  readonly format: MeshFormat
  /** null = the format's default. */
  readonly units: LengthUnit | null
  readonly signal?: AbortSignal
}

/** The size limit of a checked file (contract.md 9.1). */
export const maxCheckedBytes = 25 * 1024 * 1024

type Refusal = Extract<MeasurementFailure, { kind: 'mesh_unreadable' | 'measuring_unavailable' }>

export async function checkPrintability(
  { meshes }: Pick<PrintabilityDeps, 'meshes'>,
  { path, format, units, signal }: CheckInput,
): Promise<Result<ProcessReport, Refusal>> {
  const outcome = await meshes.process({
    source: { path },
    format,
    outputs: {},
    ...(units === null ? {} : { units }),
    ...(signal === undefined ? {} : { signal }),
  })
  switch (outcome.kind) {
    case 'processed':
      return ok(publicVerdict(outcome.report))
    case 'unreadable':
      return fail({ kind: 'mesh_unreadable', reason: outcome.message })
    case 'timed_out':
      return fail({ kind: 'mesh_unreadable', reason: `Checking it took too long. ${simplify}` })
    case 'crashed':
      return fail({
        kind: 'mesh_unreadable',
        reason: `Checking it needed too much memory. ${simplify}`,
      })
    case 'busy':
      return fail(measuringBusy)
  }
}

const simplify = 'Simplify the model and send it again.'

/** null when the file is no mesh. A 3MF counts as a mesh, also when it contains sliced plates as well. */
export function checkableFormat(fileName: string): MeshFormat | null {
  const extension = /\.(stl|obj|glb|gltf|3mf)$/i.exec(fileName)?.[1]?.toLowerCase()
  switch (extension) {
    case 'stl':
    case 'obj':
    case 'glb':
    case 'gltf':
    case '3mf':
      return /\.gcode\.3mf$/i.test(fileName) ? null : extension
    default:
      return null
  }
}
