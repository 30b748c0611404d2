// Why a file has no price and what to do about it, in the wording of the quote page. Shared by the page's script and
// the server.

import type { ByKind, FailureOf } from '../../../domain/base/by-kind.ts'
import { buildVolumeMm, percentToFit, shownSidesMm } from '../../../domain/catalog/build-volume.ts'
import type { MeasurementFailure } from '../../../domain/measurement/failure.ts'
import { wallRangeMm } from '../../../domain/measurement/part-changes.ts'
import { tooLargeAdvice } from '../../../domain/measurement/too-large-advice.ts'
import { unitWord } from '../../../domain/models/format.ts'
import { maxModelText } from '../../../domain/models/size-limit.ts'
import { noUsageReason } from '../../../domain/pricing/price-order.ts'

export type QuoteRefusal = {
  readonly title: string
  readonly todo: string
  /** Another page that accepts this file. */
  readonly link?: { readonly href: string; readonly words: string }
}

export type QuoteRefused =
  | MeasurementFailure
  | { readonly kind: 'format_unknown'; readonly fileName: string }
  /** A picture or a STEP file, identified by its contents. */
  | { readonly kind: 'is_picture' }
  | { readonly kind: 'is_step' }
  | { readonly kind: 'no_models'; readonly reason: string }
  | { readonly kind: 'file_empty' }
  /** null if the size exceeds what was read. */
  | { readonly kind: 'file_too_large'; readonly bytes: number | null }
  | { readonly kind: 'no_filament_stated' }
  /** Only after a form that was sent without JavaScript. */
  | { readonly kind: 'kept_file_expired' }
  | { readonly kind: 'field_invalid'; readonly field: 'material' | 'quality' | 'units' | 'wallMm' }
  /** The request failed before a file was read. */
  | { readonly kind: 'not_read'; readonly sentence: string }

export const acceptedFiles = '.stl,.3mf,.obj,.glb,.gcode'

/** Returns what the page shows for the failure. */
export const refusalWords = (failure: QuoteRefused): QuoteRefusal => refusalFrom(refusals, failure)

type Table<Kinds> = {
  readonly [K in keyof Kinds]: QuoteRefusal | ((failure: FailureOf<Kinds, K>) => QuoteRefusal)
}

function refusalFrom<Kinds, K extends keyof Kinds>(
  table: Table<Kinds>,
  failure: FailureOf<Kinds, K>,
): QuoteRefusal {
  const refusal = table[failure.kind]
  return typeof refusal === 'function' ? refusal(failure) : refusal
}

const stepWords: QuoteRefusal = {
  title: 'This is a STEP file, which has no surface that we can print.',
  todo: 'In your CAD program, export the part as 3MF or STL in millimeters, with a deviation of 0.05 mm or less.',
}

const pictureWords: QuoteRefusal = {
  title: 'This is a picture, not a 3D model.',
  todo: 'We can make a model of what it shows.',
  link: { href: '/generate', words: 'Generate a model from a picture' },
}

const refusals: Table<ByKind<QuoteRefused>> = {
  format_unknown({ fileName }) {
    if (/\.(step|stp)$/i.test(fileName)) return stepWords
    if (/\.(png|jpe?g|webp|gif)$/i.test(fileName)) return pictureWords
    return {
      title: `We cannot read ${extensionWords(fileName)}.`,
      todo: 'Export the part as STL, 3MF, OBJ or GLB, or choose a sliced .gcode or .gcode.3mf file.',
    }
  },
  is_picture: pictureWords,
  is_step: stepWords,
  no_models: ({ reason }) => ({ title: 'We found no 3D model in this ZIP file.', todo: reason }),
  file_empty: {
    title: 'The file is empty.',
    todo: 'Export the part again and choose the new file.',
  },
  file_too_large: ({ bytes }) => ({
    title:
      bytes === null
        ? `The file is larger than ${maxModelText}.`
        : `The file has ${Math.ceil(bytes / 2 ** 20)} MB; the limit is ${maxModelText}.`,
    todo: 'Export it with fewer triangles, or as a 3MF, which is compressed.',
  }),
  mesh_unreadable: ({ reason }) => ({
    title: 'We could not read a printable part from this file.',
    todo: reason,
  }),
  nothing_prints: ({ reason }) => ({
    title: 'A printer would print nothing of this part.',
    todo: reason,
  }),
  measuring_unavailable(failure) {
    if (failure.by === 'time') {
      return {
        title: 'Your files have taken all the processing time of this hour.',
        todo: `Try again in ${Math.ceil(failure.retryAfterSeconds / 60)} minutes.`,
      }
    }
    return {
      title: 'We are too busy to measure this file right now.',
      todo: 'Wait a few seconds and try again.',
    }
  },
  model_too_large(failure) {
    const percent = percentToFit(failure.dimensionsMm)
    const read = failure.format === 'gcode' ? '' : ` as read in ${unitWord(failure.unit)}`
    return {
      title: `The part does not fit: it is ${shownSidesMm(failure.dimensionsMm).map(withSeparators).join(' × ')} mm${read}, and our printers take ${buildVolumeMm.join(' × ')} mm.`,
      todo:
        failure.format === 'gcode'
          ? `${tooLargeAdvice(failure)}.`
          : `Scale it to ${percent}% or less, choose another unit, or split it into several parts.`,
    }
  },
  no_filament_stated: { title: 'This sliced file has no price.', todo: noUsageReason },
  kept_file_expired: {
    title: 'The file that you sent is no longer stored.',
    todo: 'Choose it again. Your choices are kept.',
  },
  field_invalid({ field }) {
    if (field === 'wallMm') {
      return {
        title: 'The wall of the hollow part is out of range.',
        todo: `Enter a wall from ${wallRangeMm.min} to ${wallRangeMm.max} mm, or leave the part solid.`,
      }
    }
    return {
      title: `The value of ${field} is not one that we offer.`,
      todo: 'Choose one from the list.',
    }
  },
  not_read: ({ sentence }) => ({ title: sentence, todo: 'Your choices are kept.' }),
}

const withSeparators = (mm: number): string => mm.toLocaleString('en-US')

/** Returns the extension in words. A file name may contain anything, so only a plain extension is repeated. */
function extensionWords(fileName: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]
  return extension === undefined
    ? 'a file without an extension'
    : `.${extension.toLowerCase()} files`
}
