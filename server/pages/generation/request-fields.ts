// Fields of the generation form: names and values of contract.md 4.7, with their labels and prices.

import {
  engineNames,
  type GenerationOptions,
  hollowings,
  type InputMode,
  meshQualities,
  smoothings,
  textureResolutions,
  topologies,
  triangleAims,
  type ViewName,
  wallThicknessRangeMm,
} from '../../domain/generation/engine/engine.ts'
import {
  creditsText,
  meshCredits,
  modeCredits,
  pictureCredits,
  refinementCredits,
  textureCredits,
} from '../../domain/generation/request/credit-cost.ts'
import { draftsInSet } from '../../domain/generation/request/draft-set.ts'
import { draftsMode } from '../../domain/generation/request/form-cost.ts'
import { defaultOptions } from '../../domain/generation/request/options.ts'

/** Returns the value of a field as typed, or '' if it was not sent. */
export type Entries = (name: string) => string

export type RequestChoice = {
  readonly value: string
  readonly words: string
  /** Extra credits. Absent for none. */
  readonly credits?: number
}

export const inputChoices: readonly (RequestChoice & {
  readonly value: InputMode
  readonly hint: string
})[] = [
  { value: 'text', words: 'Words', hint: 'Describe what you want.' },
  { value: 'image', words: 'A photo', hint: 'The object from one side.', credits: pictureCredits },
  {
    value: 'image_text',
    words: 'Photo and words',
    hint: 'Change what it shows.',
    credits: pictureCredits,
  },
  {
    value: 'multiview',
    words: 'Several photos',
    hint: 'Its front, and other sides.',
    credits: pictureCredits,
  },
]

export const viewLabels: Readonly<Record<ViewName, string>> = {
  front: 'Front',
  left: 'Left side',
  back: 'Back',
  right: 'Right side',
}

export const modeChoices: readonly (RequestChoice & { readonly hint: string })[] = [
  {
    value: 'fast_draft',
    words: 'Draft',
    hint: 'About a minute, coarse.',
    credits: modeCredits.fast_draft,
  },
  {
    value: draftsMode,
    words: 'Four drafts',
    hint: 'Four shapes; refine the one you like.',
    credits: draftsInSet * modeCredits.fast_draft,
  },
  {
    value: 'hi_fi',
    words: 'High fidelity',
    hint: 'Some minutes, fine detail.',
    credits: modeCredits.hi_fi,
  },
]

export type SelectOption = {
  readonly name: keyof GenerationOptions
  readonly label: string
  readonly choices: readonly RequestChoice[]
  readonly selected: string
  readonly hint?: string
}

const toChoices = <T extends string>(
  values: readonly T[],
  words: Readonly<Record<T, string | readonly [words: string, credits: number]>>,
): readonly RequestChoice[] =>
  values.map((value) => {
    const said = words[value]
    return typeof said === 'string'
      ? { value, words: said }
      : { value, words: said[0], credits: said[1] }
  })

const trianglesText = (count: number) => `${count.toLocaleString('en-US')} triangles`

export const selectOptions: readonly SelectOption[] = [
  {
    name: 'meshQuality',
    label: 'Mesh',
    choices: toChoices(meshQualities, {
      standard: trianglesText(triangleAims.standard),
      high: [trianglesText(triangleAims.high), meshCredits.high],
      ultra: [trianglesText(triangleAims.ultra), meshCredits.ultra],
    }),
    selected: defaultOptions.meshQuality,
  },
  {
    name: 'hollowing',
    label: 'Inside',
    choices: toChoices(hollowings, { solid: 'Solid', hollow: 'Hollow, uses less plastic' }),
    selected: defaultOptions.hollowing,
  },
  {
    name: 'smoothing',
    label: 'Smoothing',
    choices: toChoices(smoothings, { off: 'None', light: 'Light', strong: 'Strong' }),
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
    choices: toChoices(textureResolutions, {
      '1k': '1k',
      '2k': '2k',
      '4k': ['4k', textureCredits['4k']],
      '8k': ['8k', textureCredits['8k']],
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
    choices: toChoices(topologies, { triangles: 'Triangles', quads: 'Quads' }),
    selected: defaultOptions.topology,
  },
]

export const wallThickness = {
  ...wallThicknessRangeMm,
  usual: defaultOptions.wallThicknessMm,
}

/** Checkboxes that are off by default. */
export const switches: readonly (RequestChoice & { readonly name: keyof GenerationOptions })[] = [
  {
    name: 'refinementPass',
    value: 'true',
    words: 'A second pass for details',
    credits: refinementCredits,
  },
  { name: 'smartLowPoly', value: 'true', words: 'Few, well placed triangles' },
  { name: 'generateParts', value: 'true', words: 'Separate parts, without textures' },
]

/** Returns text such as "+1 credit", or '' for none. */
export function extraText(credits: number | undefined): string {
  if (credits === undefined) return ''
  return `+${creditsText(credits)}`
}
