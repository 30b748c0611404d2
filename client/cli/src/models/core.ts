// The service's geometry core, on this machine.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Format } from '../../../../geometry/messages.ts'
import { createInstance } from '../../../../geometry/run-task.ts'

const formats: Readonly<Record<string, Format>> = {
  '.stl': 'stl',
  '.obj': 'obj',
  '.glb': 'glb',
  '.gltf': 'gltf',
  '.3mf': '3mf',
}

/** Returns the format by extension, or undefined for a file that is not a mesh. */
export const formatOf = (path: string): Format | undefined => formats[extname(path).toLowerCase()]

export const openCore = async () =>
  createInstance({
    module: await readWasm('geometry_bg.wasm'),
    dracoWasm: () => readWasm('draco.wasm'),
  })

/** Reads a file next to the program, where bundle.ts writes it. */
async function readWasm(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(fileURLToPath(new URL(name, import.meta.url))))
}
