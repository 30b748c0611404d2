// Plates in a .gcode.3mf, and the printers that they were sliced for.
import { unzipSync } from 'fflate'

export type SlicedFile = {
  /** Numbers of the sliced plates; `Metadata/plate_1.gcode` has the number 1. */
  readonly plates: readonly number[]
  /** The printers' ids in Bambu Studio, such as C12; empty if the file names none. */
  readonly modelIds: readonly string[]
}

const sliceInfo = 'Metadata/slice_info.config'
/** Maximum size of the file, which has a few lines for each plate and object. */
const maxInfoBytes = 4_000_000

/** Returns null if the file is not a ZIP archive. */
export function readSliced(bytes: Uint8Array): SlicedFile | null {
  const plates: number[] = []
  try {
    const { [sliceInfo]: info } = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const plate = /^Metadata\/plate_(\d+)\.gcode$/.exec(name)?.[1]
        if (plate !== undefined) plates.push(Number(plate))
        return name === sliceInfo && originalSize <= maxInfoBytes
      },
    })
    const text = info === undefined ? '' : new TextDecoder().decode(info)
    const ids = text.matchAll(/key="printer_model_id"\s+value="([^"]+)"/g)
    return { plates, modelIds: [...ids].map(([, id = '']) => id) }
  } catch {
    // The reader throws if the directory or the file is damaged.
    return null
  }
}
