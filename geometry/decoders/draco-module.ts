// One instance of Google's Draco decoder per file, with a memory limit. The package's build may
// grow to 2 GiB, and a stream can claim attributes that fill it. Only the maximum of the WASM
// memory prevents that.
import type { DracoModule } from 'draco3dgltf/draco_decoder_gltf_nodejs.js'
import { indexOfBytes } from './bytes.ts'

/** Memory limit in pages of 64 KiB: 512 MiB. 5 million triangles take 200 pages. */
const maxPages = 8192

let compiled: WebAssembly.Module | undefined

/** Instantiates the decoder. `wasm` returns the package's `draco_decoder_gltf.wasm`. */
export async function dracoModule(
  wasm: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<DracoModule> {
  const { default: create } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js')
  compiled ??= new WebAssembly.Module(capped(await wasm()))
  const module = compiled
  return create({
    instantiateWasm: (imports, receive) => {
      const instance = new WebAssembly.Instance(module, imports)
      receive(instance)
      return instance.exports
    },
    print: () => {},
    printErr: () => {},
  })
}

/**
 * Lowers the maximum in the module's memory section. Throws when the section differs from that of
 * version 1.5.7.
 */
function capped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const section = Uint8Array.of(5, 7, 1, 1, 0x80, 0x02, 0x80, 0x80, 0x02) // One memory, 256 to 32768 pages.
  const at = indexOfBytes(bytes, section)
  if (at < 0) throw new Error('draco3dgltf: the memory section of the decoder is not as expected')
  bytes.set([(maxPages & 127) | 128, ((maxPages >> 7) & 127) | 128, maxPages >> 14], at + 6)
  return bytes
}
