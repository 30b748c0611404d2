// Types for the part of three.js that the bench uses; the package has none.
declare module 'three' {
  export class BufferAttribute {
    constructor(array: Float32Array, itemSize: number)
    readonly count: number
  }
  export class BufferGeometry {
    readonly index: BufferAttribute | null
    setAttribute(name: string, attribute: BufferAttribute): this
    getAttribute(name: string): BufferAttribute
  }
}
declare module 'three/addons/utils/BufferGeometryUtils.js' {
  import type { BufferGeometry } from 'three'

  export function mergeVertices(geometry: BufferGeometry, tolerance: number): BufferGeometry
}
