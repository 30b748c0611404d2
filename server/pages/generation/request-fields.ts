// The fields of the form that requests a generation: names and values of contract.md 4.7, with their words and what they cost.

import {
  engineNames,
  type GenerationOptions,
  hollowings,
  type InputMode,
  meshQualities,
  smoothings,
  textureResolutions,
  topologies,
  type ViewName,
  wallThicknessRangeMm,
} from '../../domain/generation/engine/engine.ts'
import { modeCredits } from '../../domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../domain/generation/request/draft-set.ts'
import { draftsMode } from '../../domain/generation/request/form-cost.ts'
import { defaultOptions } from '../../domain/generation/request/options.ts'

/** The value of a field as it was typed, '' where it was not sent. */
export type Entries = (name: string) => string

export type Choice = {
  readonly value: string
  readonly words: string
  /** Credits on top of the rest; absent for none. */
  readonly credits?: number
}

export const inputChoices: readonly (Choice & {
  readonly value: InputMode
  readonly hint: string
})[] = [
  { value: 'text', words: 'Words', hint: 'Describe what you want.' },
  { value: 'image', words: 'A photo', hint: 'The object from one side.', credits: 1 },
  { value: 'image_text', words: 'Photo and words', hint: 'Change what it shows.', credits: 1 },
  { value: 'multiview', words: 'Several photos', hint: 'Its front, and other sides.', credits: 1 },
]

export const viewLabels: Readonly<Record<ViewName, string>> = {
  front: 'Front',
  left: 'Left side',
  back: 'Back',
  right: 'Right side',
}

export const modeChoices: readonly (Choice & { readonly hint: string })[] = [
  { value: 'fast_draft', words: 'Draft', hint: 'About a minute, coarse.', credits: 1 },
  {
    value: draftsMode,
    words: 'Four drafts',
    hint: 'Four shapes; refine the one you like.',
    credits: draftsInSet * modeCredits.fast_draft,
  },
  { value: 'hi_fi', words: 'High fidelity', hint: 'Some minutes, fine detail.', credits: 2 },
]

export type SelectOption = {
  readonly name: keyof GenerationOptions
  readonly label: string
  readonly choices: readonly Choice[]
  readonly selected: string
  readonly hint?: string
}

const named = <T extends string>(
  values: readonly T[],
  words: Readonly<Record<T, string | readonly [words: string, credits: number]>>,
): readonly Choice[] =>
  values.map((value) => {
    const said = words[value]
    return typeof said === 'string'
      ? { value, words: said }
      : { value, words: said[0], credits: said[1] }
  })

export const selectOptions: readonly SelectOption[] = [
  {
    name: 'meshQuality',
    label: 'Mesh',
    choices: named(meshQualities, {
      standard: '50,000 triangles',
      high: ['200,000 triangles', 1],
      ultra: ['500,000 triangles', 2],
    }),
    selected: defaultOptions.meshQuality,
  },
  {
    name: 'hollowing',
    label: 'Inside',
    choices: named(hollowings, { solid: 'Solid', hollow: 'Hollow, uses less plastic' }),
    selected: defaultOptions.hollowing,
  },
  {
    name: 'smoothing',
    label: 'Smoothing',
    choices: named(smoothings, { off: 'None', light: 'Light', strong: 'Strong' }),
    selected: defaultOptions.smoothing,
  },
  {
    name: 'textures',
    label: 'Textures',
    choices: [
      { value: 'true', words: 'With textures' },
      { value: 'false', words: 'Without' },
    ],
    selected: 'true',
    hint: 'For screens; a print has one color.',
  },
  {
    name: 'textureResolution',
    label: 'Texture size',
    choices: named(textureResolutions, {
      '1k': '1k',
      '2k': '2k',
      '4k': ['4k', 1],
      '8k': ['8k', 2],
    }),
    selected: defaultOptions.textureResolution,
    hint: 'A draft from words has textures with engine 2 only, and costs no more otherwise.',
  },
  {
    name: 'engine',
    label: 'Engine',
    choices: [
      { value: 'auto', words: 'The best for the request' },
      ...engineNames.map((value) => ({ value, words: value.replaceAll('_', ' ') })),
    ],
    selected: defaultOptions.engine,
  },
  {
    name: 'topology',
    label: 'Faces',
    choices: named(topologies, { triangles: 'Triangles', quads: 'Quads' }),
    selected: defaultOptions.topology,
  },
]

export const wallThickness = {
  ...wallThicknessRangeMm,
  usual: defaultOptions.wallThicknessMm,
}

/** Boxes that are off unless ticked. */
export const switches: readonly (Choice & { readonly name: keyof GenerationOptions })[] = [
  { name: 'refinementPass', value: 'true', words: 'A second pass for details', credits: 2 },
  { name: 'smartLowPoly', value: 'true', words: 'Few, well placed triangles' },
  { name: 'generateParts', value: 'true', words: 'Separate parts, without textures' },
]

/** "+1 credit"; empty for none. */
export function extraText(credits: number | undefined): string {
  if (credits === undefined) return ''
  return credits === 1 ? '+1 credit' : `+${credits} credits`
}

export const creditsText = (credits: number): string =>
  credits === 1 ? '1 credit' : `${credits} credits`
