// Refusals of model files, of measuring them and of checking their printability.

import { compactMegabytesText } from '../../domain/base/text/megabytes.ts'
import { buildVolumeCompactText, shownSidesMm } from '../../domain/catalog/build-volume.ts'
import { fileUnread, noPicture } from '../../domain/errors/sentences.ts'
import type { PictureFailure } from '../../domain/measurement/drawings.ts'
import type { MeasurementFailure } from '../../domain/measurement/failure.ts'
import { tooLargeAdvice } from '../../domain/measurement/too-large-advice.ts'
import type { ModelFailure, StoredFileFailure } from '../../domain/models/failure.ts'
import { lengthUnits, lengthUnitsText } from '../../domain/models/format.ts'
import { maxModelBytes } from '../../domain/models/size-limit.ts'
import type { BodyUploadFailure } from '../../domain/models/uploads.ts'
import { maxCheckedBytes } from '../../domain/printability/check-printability.ts'
import type { PrintabilityFailure } from '../../domain/printability/failure.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const modelRefusals: Refusals<
  | ModelFailure
  | StoredFileFailure
  | BodyUploadFailure
  | MeasurementFailure
  | PictureFailure
  | PrintabilityFailure
> = {
  file_empty: [400, 'The file is empty.'],
  file_too_large: [413, `File too large (max ${compactMegabytesText(maxModelBytes)}).`],
  file_missing: [400, 'No file provided.'],
  field_sent_as_text: ({ field }) => [
    400,
    `The field ${field} was sent as text. Send it as a file part, with a file name.`,
  ],
  model_not_managed: [400, 'modelUrl must be a model stored by the service.'],
  model_foreign: [403, 'That model does not belong to this account.'],
  model_unreadable: [404, 'Could not read that model.'],
  units_unknown: [400, `Invalid units. One of: ${lengthUnitsText}`],
  file_unsupported: [
    415,
    'Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
  ],
  storage_failed: [502, 'Could not store the file. Try again.'],
  storage_unreachable: ({ retryAfterSeconds }) => [
    503,
    `${fileUnread} Try again shortly.`,
    retryAfter(retryAfterSeconds),
  ],
  uploads_busy: ({ by, retryAfterSeconds }) => [
    503,
    by === 'caller'
      ? 'Too many of your uploads are in progress. Nothing was stored or charged; send this one again when another has finished.'
      : 'The service cannot accept more uploads right now. Nothing was stored or charged; send it again shortly.',
    retryAfter(retryAfterSeconds),
  ],
  mesh_unreadable: notPrintable,
  nothing_prints: notPrintable,
  measuring_unavailable: ({ by, retryAfterSeconds }) => [
    by === 'time' ? 429 : 503,
    busyTexts[by ?? 'queue'],
    retryAfter(retryAfterSeconds),
  ],
  model_too_large: (failure) => [422, modelTooLarge(failure)],
  picture_none: [404, noPicture],
  picture_unavailable: ({ retryAfterSeconds }) => [
    503,
    'The picture cannot be drawn right now. Try again later.',
    retryAfter(retryAfterSeconds),
  ],
  check_body_unknown: [
    400,
    "Expected multipart/form-data with a 'file' field, or JSON with 'modelUrl'.",
  ],
  check_model_url_missing: [400, 'modelUrl required'],
  check_unsupported: [
    415,
    'Unsupported file. Send an STL, OBJ, GLB, glTF or 3MF model that is not sliced.',
  ],
  check_file_too_large: [413, `File too large (max ${compactMegabytesText(maxCheckedBytes)}).`],
}

function notPrintable({ reason }: { readonly reason: string }) {
  return [422, `We couldn't read a printable mesh from that file. ${reason}`] as const
}

function modelTooLarge(failure: {
  dimensionsMm: readonly [number, number, number]
  unit: string
  format: string
}): string {
  const size = shownSidesMm(failure.dimensionsMm).join('x')
  const unitNote =
    failure.format === 'glb' || failure.unit !== 'mm'
      ? ` Its numbers were read as ${failure.unit}; send units=${anyUnit} to say otherwise.`
      : ''
  return `This model is ${size}mm — larger than the ${buildVolumeCompactText} build volume.${unitNote} ${tooLargeAdvice(failure)}.`
}

/** "mm, cm, m or in". */
const anyUnit = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(lengthUnits)

const busyTexts = {
  queue: 'We are too busy to measure this file right now. Nothing was charged; send it again.',
  caller:
    'Too many of your files are being measured. Nothing was charged; send this one again when another has finished.',
  time: 'Your files have taken all the processing time that you have in an hour. Nothing was charged; send this one again later.',
} as const
