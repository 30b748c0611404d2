// Messages that are the same words in English and in another language.
import type { Key } from '../../server/pages/languages/en.ts'
import type { Language } from '../../server/pages/languages/languages.ts'

export const sameWords: Readonly<Record<Exclude<Language, 'en'>, readonly Key[]>> = {
  de: [
    'color.Cyan',
    'editor.material',
    'fact.filament',
    'field.optional',
    'quality.premium',
    'quality.standard',
    'sort.name',
    'state.broken',
    'unit.guess',
  ],
  fr: [
    'color.Cyan',
    'developers.documentation',
    'fact.filament',
    'fact.triangles',
    'fact.volume',
    'frame.contact',
    'order.total',
    'quality.premium',
    'quality.standard',
    'sum.announce',
    'why.premium',
  ],
  es: [
    'editor.color',
    'editor.material',
    'list.color',
    'order.total',
    'quality.premium',
    'unit.guess',
    'why.premium',
  ],
}
