// File formats by extension: those that can be ordered (contract.md 4.2: .stl, .glb, .gcode and .3mf; others cause a
// 415) and those that can be uploaded.

import { keysOf } from '../base/keys-of.ts'

/** Formats of stored models. Only print-upload accepts an OBJ. */
export const modelFormats = ['stl', 'glb', '3mf', 'gcode', 'obj'] as const
export type ModelFormat = (typeof modelFormats)[number]

/** Formats that can be measured as a mesh. */
export type MeshFormat = 'stl' | 'obj' | 'glb' | 'gltf' | '3mf'

/** Formats that can be sliced. Excludes .gltf, which refers to other files. */
export type SliceableFormat = Exclude<MeshFormat, 'gltf'>

/** Millimeters per unit of a file, as in geometry/src/units.rs. */
export const mmPerUnit = { um: 0.001, mm: 1, cm: 10, m: 1000, in: 25.4, ft: 304.8 } as const
/** Units that a 3MF can state. */
export type FileUnit = keyof typeof mmPerUnit
export const fileUnits = keysOf(mmPerUnit)

/** Units that a caller can state. */
export const lengthUnits = ['mm', 'cm', 'm', 'in'] as const satisfies readonly FileUnit[]
export type LengthUnit = (typeof lengthUnits)[number]

/** Returns a unit for use after a preposition: `read in inches` instead of `read in in`. */
export const unitWord = (unit: string): string => (unit === 'in' ? 'inches' : unit)

/** For messages: `mm, cm, m, in`. */
export const lengthUnitsText = lengthUnits.join(', ')

/** Returns the format of a file for an order; null if it is not accepted. */
export function printableFormat(fileName: string): ModelFormat | null {
  const extension = extensionOf(fileName)
  return isOrderable(extension) ? extension : null
}

/** Returns the format of a file for print-upload (decisions.md 20); null if it is not accepted. */
export function uploadFormat(fileName: string): Exclude<ModelFormat, 'gcode'> | null {
  const extension = extensionOf(fileName)
  return isStorable(extension) && extension !== 'gcode' ? extension : null
}

/** Whether the name is of a 3MF with sliced plates. */
export const isSlicedName = (fileName: string): boolean => /\.gcode\.3mf$/i.test(fileName)

/** Returns the extension in lowercase without its dot; empty if there is none. */
function extensionOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

const isStorable = (format: string): format is ModelFormat => Object.hasOwn(contentTypes, format)

/**
 * Whether a stored model can be ordered and quoted. An OBJ cannot: print-upload converts it to an STL (decisions.md
 * 31).
 */
export const isOrderable = (format: string): format is Exclude<ModelFormat, 'obj'> =>
  isStorable(format) && format !== 'obj'

export const contentTypes = {
  stl: 'model/stl',
  glb: 'model/gltf-binary',
  '3mf': 'model/3mf',
  gcode: 'text/x-gcode',
  obj: 'model/obj',
} as const satisfies Record<ModelFormat, string>

/** Returns the name of the STL that is made from a file. */
export const stlName = (fileName: string): string => fileName.replace(/\.[^.]+$/, '.stl')
