// Messages that are the same words in English and in another language.
import type { Key } from '../../server/pages/languages/en.ts'
import type { Language } from '../../server/pages/languages/languages.ts'

export const sameWords: Readonly<Record<Exclude<Language, 'en'>, readonly Key[]>> = {
  de: ['color.Cyan', 'editor.material', 'field.optional', 'quality.premium', 'quality.standard'],
  fr: [
    'color.Cyan',
    'developers.documentation',
    'frame.contact',
    'order.total',
    'quality.premium',
    'quality.standard',
  ],
  es: ['editor.color', 'editor.material', 'order.total', 'quality.premium'],
}
