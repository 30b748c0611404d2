// Which files can be printed, by the end of their name (service.md: .stl .glb .gcode .3mf, others 415).
import type { ModelFormat } from './report.ts'

/** The format an order's file name stands for; null for everything that is not accepted. */
export function printableFormat(fileName: string): ModelFormat | null {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase()
  return extension !== undefined && isPrintable(extension) ? extension : null
}

/** Storage also holds models of other formats, such as an uploaded OBJ. */
export const isPrintable = (format: string): format is ModelFormat =>
  Object.hasOwn(contentTypes, format)

export const contentTypes = {
  stl: 'model/stl',
  glb: 'model/gltf-binary',
  '3mf': 'model/3mf',
  gcode: 'text/x-gcode',
} as const satisfies Record<ModelFormat, string>
