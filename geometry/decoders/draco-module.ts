// One instance of Google's Draco decoder per file, with a limit on its memory. The package's own build may grow to 2 GiB, and a
// stream can claim attributes that fill it; only the maximum of the WASM memory prevents that.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { DracoModule } from 'draco3dgltf/draco_decoder_gltf_nodejs.js'

/** 512 MiB in pages of 64 KiB; 5 million triangles take 200 pages. */
const maxPages = 8192

let compiled: WebAssembly.Module | undefined

export async function dracoModule(): Promise<DracoModule> {
  const { default: create } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js')
  compiled ??= new WebAssembly.Module(capped(decoderBytes()))
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

function decoderBytes(): Uint8Array<ArrayBuffer> {
  const path = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm')
  return new Uint8Array(readFileSync(path))
}

/** Lowers the maximum in the module's memory section. Throws when the section differs from that of 1.5.7. */
function capped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const section = Buffer.from([5, 7, 1, 1, 0x80, 0x02, 0x80, 0x80, 0x02]) // One memory, 256 to 32768 pages.
  const at = Buffer.from(bytes.buffer).indexOf(section)
  if (at < 0) throw new Error('draco3dgltf: the memory section of the decoder is not as expected')
  bytes.set([(maxPages & 127) | 128, ((maxPages >> 7) & 127) | 128, maxPages >> 14], at + 6)
  return bytes
}
