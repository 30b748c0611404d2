// Why a file has no price and what to do about it, in the wording of the quote page. Shared by the page's script and
// the server.

import { unreachable } from '../../../domain/base/result.ts'
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

export function refusalWords(failure: QuoteRefused): QuoteRefusal {
  switch (failure.kind) {
    case 'format_unknown':
      if (/\.(step|stp)$/i.test(failure.fileName)) return stepWords
      if (/\.(png|jpe?g|webp|gif)$/i.test(failure.fileName)) return pictureWords
      return {
        title: `We cannot read ${extensionWords(failure.fileName)}.`,
        todo: 'Export the part as STL, 3MF, OBJ or GLB, or choose a sliced .gcode or .gcode.3mf file.',
      }
    case 'is_picture':
      return pictureWords
    case 'is_step':
      return stepWords
    case 'no_models':
      return { title: 'We found no 3D model in this ZIP file.', todo: failure.reason }
    case 'file_empty':
      return { title: 'The file is empty.', todo: 'Export the part again and choose the new file.' }
    case 'file_too_large':
      return {
        title:
          failure.bytes === null
            ? `The file is larger than ${maxModelText}.`
            : `The file has ${Math.ceil(failure.bytes / 2 ** 20)} MB; the limit is ${maxModelText}.`,
        todo: 'Export it with fewer triangles, or as a 3MF, which is compressed.',
      }
    case 'mesh_unreadable':
      return { title: 'We could not read a printable part from this file.', todo: failure.reason }
    case 'nothing_prints':
      return { title: 'A printer would print nothing of this part.', todo: failure.reason }
    case 'measuring_unavailable':
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
    case 'model_too_large': {
      const percent = percentToFit(failure.dimensionsMm)
      const read = failure.format === 'gcode' ? '' : ` as read in ${unitWord(failure.unit)}`
      return {
        title: `The part does not fit: it is ${shownSidesMm(failure.dimensionsMm).map(withSeparators).join(' × ')} mm${read}, and our printers take ${buildVolumeMm.join(' × ')} mm.`,
        todo:
          failure.format === 'gcode'
            ? `${tooLargeAdvice(failure)}.`
            : `Scale it to ${percent}% or less, choose another unit, or split it into several parts.`,
      }
    }
    case 'no_filament_stated':
      return { title: 'This sliced file has no price.', todo: noUsageReason }
    case 'kept_file_expired':
      return {
        title: 'The file that you sent is no longer stored.',
        todo: 'Choose it again. Your choices are kept.',
      }
    case 'field_invalid':
      if (failure.field === 'wallMm') {
        return {
          title: 'The wall of the hollow part is out of range.',
          todo: `Enter a wall from ${wallRangeMm.min} to ${wallRangeMm.max} mm, or leave the part solid.`,
        }
      }
      return {
        title: `The value of ${failure.field} is not one that we offer.`,
        todo: 'Choose one from the list.',
      }
    case 'not_read':
      return { title: failure.sentence, todo: 'Your choices are kept.' }
    default:
      return unreachable(failure)
  }
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

const withSeparators = (mm: number): string => mm.toLocaleString('en-US')

/** Returns the extension in words. A file name may contain anything, so only a plain extension is repeated. */
function extensionWords(fileName: string): string {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]
  return extension === undefined
    ? 'a file without an extension'
    : `.${extension.toLowerCase()} files`
}
