// Types for the part of draco3dgltf 1.5.7 that is used, because the package has no types.
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  type Pointer = number
  type Freed = { readonly ptr: Pointer }
  type Status = Freed & { ok(): boolean; error_msg(): string }
  type Mesh = Freed & { num_faces(): number; num_points(): number }
  type Attribute = Freed & { num_components(): number }

  type Decoder = Freed & {
    DecodeArrayToMesh(bytes: Uint8Array, length: number, mesh: Mesh): Status
    GetAttributeByUniqueId(mesh: Mesh, id: number): Attribute
    GetTrianglesUInt32Array(mesh: Mesh, bytes: number, to: Pointer): boolean
    GetAttributeDataArrayForAllPoints(
      mesh: Mesh,
      attribute: Attribute,
      type: number,
      bytes: number,
      to: Pointer,
    ): boolean
  }

  export type DracoModule = {
    readonly HEAPU8: Uint8Array
    readonly DT_INT8: number
    readonly DT_UINT8: number
    readonly DT_INT16: number
    readonly DT_UINT16: number
    readonly DT_UINT32: number
    readonly DT_FLOAT32: number
    readonly Decoder: new () => Decoder
    readonly Mesh: new () => Mesh
    _malloc(bytes: number): Pointer
    _free(at: Pointer): void
    destroy(object: Freed): void
  }

  type Options = {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance) => void,
    ): WebAssembly.Exports
    onAbort?(reason: unknown): void
    print?(line: string): void
    printErr?(line: string): void
  }

  const create: (options: Options) => Promise<DracoModule>
  export default create
}
