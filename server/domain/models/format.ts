// Which files can be printed, by the end of their name (contract.md 4.2: .stl .glb .gcode .3mf, others 415), and which
// can be uploaded to be sliced.

/** Those that are kept and printed. An OBJ comes in through print-upload only. */
export type ModelFormat = 'stl' | 'glb' | '3mf' | 'gcode' | 'obj'

/** Formats that can be measured as a mesh. */
export type MeshFormat = 'stl' | 'obj' | 'glb' | 'gltf' | '3mf'

/** Those that are kept and printed: a .gltf without its other files is neither. */
export type SliceableFormat = Exclude<MeshFormat, 'gltf'>

export const lengthUnits = ['mm', 'cm', 'm', 'in'] as const
export type LengthUnit = (typeof lengthUnits)[number]

/** For sentences: `mm, cm, m, in`. */
export const lengthUnitsText = lengthUnits.join(', ')

/** The format an order's file name stands for; null for everything that is not accepted. */
export function printableFormat(fileName: string): ModelFormat | null {
  const extension = extensionOf(fileName)
  return isOrderable(extension) ? extension : null
}

/** The format a print upload's file name stands for (decisions.md 20). */
export function uploadFormat(fileName: string): Exclude<ModelFormat, 'gcode'> | null {
  const extension = extensionOf(fileName)
  return isStorable(extension) && extension !== 'gcode' ? extension : null
}

/** Lower-case, without its dot; empty when there is none. */
function extensionOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

const isStorable = (format: string): format is ModelFormat => Object.hasOwn(contentTypes, format)

/** A model of this format can be ordered and quoted. An OBJ never can: print-upload makes an STL of it (decisions.md 31). */
export const isOrderable = (format: string): format is Exclude<ModelFormat, 'obj'> =>
  isStorable(format) && format !== 'obj'

export const contentTypes = {
  stl: 'model/stl',
  glb: 'model/gltf-binary',
  '3mf': 'model/3mf',
  gcode: 'text/x-gcode',
  obj: 'model/obj',
} as const satisfies Record<ModelFormat, string>
