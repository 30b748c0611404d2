// Creates the image model of this process: fal's when its key is configured, otherwise sample pictures.
import type { Log } from '../../../domain/base/ports.ts'
import type { CallBudget } from '../../../domain/generation/engine/budget.ts'
import type { ImageModel } from '../../../domain/images/ports.ts'
import type { Downloads } from '../../../domain/models/downloads.ts'
import type { TemporaryFiles } from '../../../domain/models/ports.ts'
import { createFal } from '../fal.ts'
import { createDemoImages } from './demo-images.ts'
import { createVendorImages } from './vendor-images.ts'

export type ImageModelSettings = {
  readonly fal: { readonly apiKey: string; readonly apiBase: string } | null
  readonly temporaryFiles: TemporaryFiles
  readonly downloads: Downloads
  readonly log: Log
  readonly budget?: CallBudget
}

export function createImageModel({
  fal,
  temporaryFiles,
  downloads,
  log,
  budget,
}: ImageModelSettings): ImageModel {
  if (fal === null) return createDemoImages(temporaryFiles)
  return createVendorImages({
    vendor: createFal({ ...fal, log }),
    downloads,
    ...(budget && { budget }),
  })
}
