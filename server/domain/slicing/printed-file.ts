// The printed file in place of the uploaded one: the STL of an OBJ, which cannot be ordered (decisions.md 31), or of a
// part to be laid on its best face or hollowed.

import type { Result } from '../base/result.ts'
import type { MeasurementFailure } from '../measurement/failure.ts'
import {
  type ChangesMade,
  changeOptions,
  changesMade,
  isChanged,
  isChanging,
  type PartChanges,
} from '../measurement/part-changes.ts'
import { type LengthUnit, type ModelFormat, stlName } from '../models/format.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import type { SlicingDeps } from './ports.ts'
import { processMesh, writeStl } from './process-mesh.ts'
import { stlOfObj } from './stl-of-obj.ts'

export const tooLargeToChange = 'It is too large to be changed.'

/** A local file. */
export type PrintedFile = {
  readonly path: string
  readonly format: ModelFormat
  /** null for a converted file, which is in millimeters. */
  readonly units: LengthUnit | null
  readonly file: Pick<ReceivedFile, 'fileName' | 'sizeBytes' | 'sha256'>
}

type Deps = Pick<SlicingDeps, 'meshes' | 'temporaryFiles'>

/** Calls `use` with the file, or with the STL of an OBJ. Removes a converted file after `use` has returned. */
export async function withPrintedFile<T, F>(
  deps: Deps,
  received: ReceivedFile & { readonly format: ModelFormat; readonly units: LengthUnit | null },
  use: (printed: PrintedFile) => Promise<Result<T, F>>,
): Promise<Result<T, F | MeasurementFailure>> {
  const { format } = received
  if (format !== 'obj') return await use({ ...received, file: received })
  const made = await stlOfObj(deps, received)
  return made.ok ? await useStl(deps, made.value, use) : made
}

/**
 * Calls `use` with the changed part; with the file and null if no change was requested. A sliced file is never
 * changed. Rejects when aborted.
 */
export async function withChangedPart<T, F>(
  deps: Deps,
  printed: PrintedFile,
  { changes, signal }: { readonly changes: PartChanges; readonly signal: AbortSignal },
  use: (changed: PrintedFile, changes: ChangesMade | null) => Promise<Result<T, F>>,
): Promise<Result<T, F | MeasurementFailure>> {
  const { path, format, units, file } = printed
  if (!isChanging(changes) || format === 'gcode') return await use(printed, null)
  const made = await processMesh(
    deps,
    {
      source: { path },
      format,
      options: changeOptions(changes),
      signal,
      ...(units !== null && { units }),
    },
    `${tooLargeToChange} Simplify the model, or order it as it is.`,
  )
  if (!made.ok) return made
  const done = changesMade(changes, made.value.report.meshRepair)
  if (!isChanged(done)) return await use(printed, done)
  const stl = await writeStl(deps, made.value, stlName(file.fileName))
  return await useStl(deps, stl, (changed) => use(changed, done))
}

async function useStl<T, F>(
  { temporaryFiles }: Deps,
  file: ReceivedFile,
  use: (printed: PrintedFile) => Promise<Result<T, F>>,
): Promise<Result<T, F>> {
  try {
    return await use({ path: file.path, format: 'stl', units: null, file })
  } finally {
    await temporaryFiles.remove(file.path)
  }
}
