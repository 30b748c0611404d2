// The Draco decoder from its npm package on disk, for the server and the tests. A page fetches it instead.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export async function readDracoWasm(): Promise<Uint8Array<ArrayBuffer>> {
  const path = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm')
  return new Uint8Array(readFileSync(path))
}
