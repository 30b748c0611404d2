// Finds the colors of a picture or a textured model, and the nearest stock color of each (decisions.md 35).

import type { AccountCaller } from '../base/caller.ts'
import { fail, ok, type Result } from '../base/result.ts'
import { retryHintSeconds } from '../base/time/retry-hints.ts'
import type { StockColor } from '../catalog/colors.ts'
import type { GenerationFailure } from '../generation/request/failure.ts'
import { pictureSizeOf } from '../generation/request/picture-size.ts'
import {
  acceptedType,
  pictureHeadBytes,
  pictureTypeOf,
} from '../generation/request/picture-type.ts'
import type { ModelFailure } from '../models/failure.ts'
import { fetchStoredModel } from '../models/fetch-stored-model.ts'
import { findOwnedModel } from '../models/find-owned-model.ts'
import type { ReceivedFile } from '../models/received-file.ts'
import { chargedRate } from '../pricing/rate.ts'
import { createColorCounter } from './count-colors.ts'
import type { ColorFailure } from './failure.ts'
import { hexOf } from './lab.ts'
import { nearestStock } from './nearest-stock.ts'
import { type PaletteColor, reduceToPalette } from './palette.ts'
import type { ColorDeps, CountOutcome } from './ports.ts'

export type DetectedColor = {
  /** `#RRGGBB` in uppercase. */
  readonly hex: string
  /** 0 to 1. */
  readonly share: number
  readonly stock: { readonly name: StockColor; readonly hex: string; readonly distance: number }
  /** Rate of PLA in exactly this color, in cents per gram. */
  readonly centsPerGram: number
}

type DetectionResult = Result<
  readonly DetectedColor[],
  ColorFailure | Extract<GenerationFailure, { kind: `image_${string}` }> | ModelFailure
>

type Request = { readonly signal: AbortSignal }

/** Detects the colors of a picture. `bytes` is the complete file. */
export async function detectPictureColors(
  { colorReader }: Pick<ColorDeps, 'colorReader'>,
  { accountId: caller }: AccountCaller,
  { file, bytes, signal }: Request & { file: ReceivedFile; bytes: Uint8Array },
): Promise<DetectionResult> {
  if (file.sizeBytes === 0) return fail({ kind: 'image_required' })
  const pictureType = pictureTypeOf(bytes.subarray(0, pictureHeadBytes))
  const type = acceptedType(pictureType)
  if (type === undefined) return fail({ kind: 'image_type_unsupported', mimeType: pictureType })
  if (pictureSizeOf(bytes, type) === null) return fail({ kind: 'image_unreadable' })
  const counter = createColorCounter()
  const { path } = file
  const outcome = await colorReader.countPicture({ path, type, caller, signal, add: counter.add })
  switch (outcome.kind) {
    case 'unreadable':
    case 'colorless':
      return fail({ kind: 'image_unreadable' })
    default:
      return detectedOf(outcome, counter.counted)
  }
}

/** Detects the colors of a GLB that the account owns. */
export async function detectModelColors(
  deps: ColorDeps,
  caller: AccountCaller,
  { modelUrl, signal }: Request & { readonly modelUrl: string },
): Promise<DetectionResult> {
  const uri = modelUrl.trim()
  if (uri === '') return fail({ kind: 'colors_model_url_missing' })
  const owned = await findOwnedModel(deps, caller, uri)
  if (!owned.ok) return owned
  const { key, model } = owned.value
  if (model.format !== 'glb') return fail({ kind: 'colors_model_unsupported' })
  const copy = await fetchStoredModel(deps, key)
  if (!copy.ok) return fail({ kind: 'model_unreadable' })
  const { path } = copy.value
  try {
    const { add, counted } = createColorCounter()
    const source = { path, caller: caller.accountId, signal, add }
    const outcome = await deps.colorReader.countModel(source)
    switch (outcome.kind) {
      case 'unreadable':
        return fail({ kind: 'colors_model_unreadable' })
      case 'colorless':
        return fail({ kind: 'colors_model_plain' })
      default:
        return detectedOf(outcome, counted)
    }
  } finally {
    await deps.temporaryFiles.remove(path)
  }
}

function detectedOf(
  { kind }: Extract<CountOutcome, { kind: 'counted' | 'too_many_pixels' | 'busy' }>,
  counted: ReturnType<typeof createColorCounter>['counted'],
): DetectionResult {
  if (kind === 'too_many_pixels') return fail({ kind: 'image_too_many_pixels' })
  if (kind === 'busy') {
    return fail({ kind: 'colors_busy', retryAfterSeconds: retryHintSeconds.pictures })
  }
  const colors = reduceToPalette(counted())
  return colors.length === 0 ? fail({ kind: 'colors_transparent' }) : ok(colors.map(withStock))
}

function withStock({ rgb, share }: PaletteColor): DetectedColor {
  const hex = hexOf(rgb)
  const { centsPerGram } = chargedRate('pla', hex)
  return { hex, share, stock: nearestStock(rgb), centsPerGram }
}
