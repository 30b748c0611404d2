// Messages between a page and the stage that shows a part.
import type { SurfaceChunk } from '../core/messages.ts'

export type Rgb = readonly [number, number, number]

/** Colors from the page's tokens, 0 to 1. */
export type Look = {
  readonly ground: Rgb
  readonly line: Rgb
  readonly text: Rgb
  readonly panel: Rgb
  readonly accent: Rgb
  readonly broken: Rgb
  readonly dark: boolean
}

export type ScreenSize = {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

export type View = 'iso' | 'front' | 'right' | 'top'

/** Point on the surface, in millimeters, in the coordinates of the shown part. */
export type SurfacePoint = {
  readonly at: Rgb
  readonly normal: Rgb
  readonly radiusMm: number
}

export type ShownPart = {
  readonly sizeMm: readonly [number, number, number]
  /** Labels of the three sizes, in the language of the page. */
  readonly sizeTexts: readonly string[]
  /** Empty for a sliced file, of which only the box is known. */
  readonly chunks: readonly SurfaceChunk[]
  readonly triangles: number
  readonly fits: boolean
}

export type Toggles = { readonly faults: boolean; readonly xray: boolean }

export type ToStage =
  | {
      readonly kind: 'start'
      readonly canvas: OffscreenCanvas | HTMLCanvasElement
      readonly size: ScreenSize
      readonly look: Look
      readonly still: boolean
    }
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'still'; readonly still: boolean }
  | { readonly kind: 'size'; readonly size: ScreenSize }
  /** null shows the empty plate. `keepView`: the camera does not move. */
  | { readonly kind: 'part'; readonly part: ShownPart | null }
  | { readonly kind: 'toggles'; readonly toggles: Toggles }
  | { readonly kind: 'color'; readonly color: Rgb }
  | { readonly kind: 'layer'; readonly layerMm: number }
  /** In pixels. */
  | { readonly kind: 'turn'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'pan'; readonly dx: number; readonly dy: number }
  /** Values above 1 zoom in. */
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'focus'; readonly place: SurfacePoint }
  | { readonly kind: 'end' }

export type FromStage =
  /** `frames`: number of frames since the start. */
  | { readonly kind: 'drawn'; readonly frames: number; readonly triangles: number }
  | { readonly kind: 'failed'; readonly reason: string }
