// Why a file has no price and what to do about it, in the wording of the quote page. Shared by the page's script and
// the server.

import type { ByKind, FailureOf } from '../../../domain/base/by-kind.ts'
import { megabyte } from '../../../domain/base/text/megabytes.ts'
import { buildVolumeMm, percentToFit, shownSidesMm } from '../../../domain/catalog/build-volume.ts'
import type { MeasurementFailure } from '../../../domain/measurement/failure.ts'
import { wallRangeMm } from '../../../domain/measurement/part-changes.ts'
import { maxModelBytes } from '../../../domain/models/size-limit.ts'
import { defaultLanguage } from '../../languages/languages.ts'
import type { ScriptWords } from '../../languages/script-words.ts'
import { unitText } from '../changes/size-question.ts'
import { unreadText } from './unread-text.ts'

export type QuoteRefusal = {
  readonly title: string
  readonly todo: string
  /** Another page that accepts this file. */
  readonly link?: { readonly href: string; readonly text: string }
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
  | { readonly kind: 'no_file' }
  | { readonly kind: 'color_missing' }
  /** The request failed before a file was read. The sentence is that of the API, in English. */
  | { readonly kind: 'not_read'; readonly sentence: string }

export const acceptedFiles = '.stl,.3mf,.obj,.glb,.gcode'

/** Returns what the page shows for the failure. */
export const refusalWords = (words: ScriptWords, failure: QuoteRefused): QuoteRefusal =>
  refusalFrom(refusals, words, failure)

type Table<Kinds> = {
  readonly [K in keyof Kinds]: (words: ScriptWords, failure: FailureOf<Kinds, K>) => QuoteRefusal
}

const refusalFrom = <Kinds, K extends keyof Kinds>(
  table: Table<Kinds>,
  words: ScriptWords,
  failure: FailureOf<Kinds, K>,
): QuoteRefusal => table[failure.kind](words, failure)

function formatRefusal(words: ScriptWords, fileName: string): QuoteRefusal {
  if (/\.(step|stp)$/i.test(fileName)) return stepRefusal(words)
  if (/\.(png|jpe?g|webp|gif)$/i.test(fileName)) return pictureRefusal(words)
  // A file name may contain anything, so only a plain extension is repeated.
  const extension = /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toLowerCase()
  return {
    title:
      extension === undefined
        ? words.text('refused.noExtension')
        : words.text('refused.format', { extension }),
    todo: words.text('refused.formatTodo'),
  }
}

const stepDeviationMm = 0.05

const stepRefusal = (words: ScriptWords): QuoteRefusal => ({
  title: words.text('refused.step'),
  todo: words.text('refused.stepTodo', { deviation: words.exact(stepDeviationMm) }),
})

const pictureRefusal = (words: ScriptWords): QuoteRefusal => ({
  title: words.text('refused.picture'),
  todo: words.text('refused.pictureTodo'),
  link: { href: '/generate', text: words.text('refused.pictureLink') },
})

function largeTitle(words: ScriptWords, bytes: number | null): string {
  const limit = words.megabytes(maxModelBytes)
  if (bytes === null) return words.text('refused.larger', { limit })
  const size = words.megabytes(Math.ceil(bytes / megabyte) * megabyte)
  return words.text('refused.large', { size, limit })
}

function tooLargeRefusal(
  words: ScriptWords,
  failure: Extract<QuoteRefused, { kind: 'model_too_large' }>,
): QuoteRefusal {
  const size = shownSidesMm(failure.dimensionsMm).map(words.number).join(' × ')
  const volume = buildVolumeMm.map(words.number).join(' × ')
  if (failure.format === 'gcode') {
    return {
      title: words.text('refused.tooLarge', { size, volume }),
      todo: words.text('refused.tooLargeSliced'),
    }
  }
  const unit = unitText(words, failure.unit)
  const percent = words.exact(percentToFit(failure.dimensionsMm))
  return {
    title: words.text('refused.tooLargeIn', { size, unit, volume }),
    todo: words.text('refused.tooLargeTodo', { percent }),
  }
}

const refusals: Table<ByKind<QuoteRefused>> = {
  format_unknown: (words, { fileName }) => formatRefusal(words, fileName),
  is_picture: (words) => pictureRefusal(words),
  is_step: (words) => stepRefusal(words),
  no_models: ({ text }, { reason }) => ({ title: text('refused.noModels'), todo: reason }),
  file_empty: ({ text }) => ({ title: text('refused.empty'), todo: text('refused.emptyTodo') }),
  file_too_large: (words, { bytes }) => ({
    title: largeTitle(words, bytes),
    todo: words.text('refused.largeTodo'),
  }),
  mesh_unreadable: (words, failure) => ({
    title: words.text('refused.unreadable'),
    todo: unreadText(words, failure),
  }),
  nothing_prints: ({ language, text }, { reason }) => ({
    title: text('refused.nothingPrints'),
    // The reason is in English only.
    todo: language === defaultLanguage ? reason : text('refused.nothingTodo'),
  }),
  measuring_unavailable({ text, count }, failure) {
    if (failure.by !== 'time') {
      return { title: text('refused.busy'), todo: text('refused.busyTodo') }
    }
    const minutes = count(Math.ceil(failure.retryAfterSeconds / 60))
    return { title: text('refused.hour'), todo: text('refused.hourTodo', { minutes }) }
  },
  model_too_large: (words, failure) => tooLargeRefusal(words, failure),
  no_filament_stated: ({ text }) => ({
    title: text('refused.noUsage'),
    todo: text('refused.noUsageTodo'),
  }),
  kept_file_expired: ({ text }) => ({
    title: text('refused.expired'),
    todo: text('refused.expiredTodo'),
  }),
  field_invalid({ text, exact }, { field }) {
    if (field !== 'wallMm') {
      return { title: text(`refused.${field}`), todo: text('refused.valueTodo') }
    }
    const range = { min: exact(wallRangeMm.min), max: exact(wallRangeMm.max) }
    return { title: text('refused.wall'), todo: text('refused.wallTodo', range) }
  },
  no_file: ({ text }) => ({ title: text('refused.noFile'), todo: text('refused.choicesKept') }),
  color_missing: ({ text }) => ({
    title: text('editor.colorMissing'),
    todo: text('refused.choicesKept'),
  }),
  not_read: ({ text }, { sentence }) => ({ title: sentence, todo: text('refused.choicesKept') }),
}
