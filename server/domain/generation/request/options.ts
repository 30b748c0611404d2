// Reads the advanced options (contract.md 4.7). An unknown value is replaced by the default.

import { fieldsOf } from '../../base/is-object.ts'
import { cutText, singleLine, toStorable } from '../../base/text/text.ts'
import { isAllowedSize } from '../../catalog/build-volume.ts'
import {
  engineNames,
  type GenerationOptions,
  hollowings,
  meshQualities,
  outputFormats,
  smoothings,
  textureResolutions,
  topologies,
  wallThicknessRangeMm,
} from '../engine/engine.ts'
import { maxNegativePromptCharacters } from './request.ts'
import { sizeRefusedNote } from './size.ts'

export const defaultOptions: GenerationOptions = {
  meshQuality: 'standard',
  topology: 'triangles',
  smoothing: 'light',
  hollowing: 'solid',
  wallThicknessMm: 2,
  negativePrompt: '',
  smartLowPoly: false,
  generateParts: false,
  textures: true,
  textureResolution: '2k',
  engine: 'auto',
  outputFormat: 'glb',
  refinementPass: false,
  seed: null,
  sizeMm: null,
}

/** Access to option values: JSON has booleans and numbers, forms have text. */
export type OptionSource = {
  readonly get: (name: keyof GenerationOptions) => unknown
  readonly isOn: (value: unknown) => boolean
  readonly isOff: (value: unknown) => boolean
  readonly number: (value: unknown) => number | null
}

/** Reads the JSON value `advanced`. Anything other than an object contains no options. */
export function jsonOptions(advanced: unknown): OptionSource {
  const entries: Readonly<Record<string, unknown>> = fieldsOf(advanced)
  return {
    get: (name) => entries[name],
    isOn: (value) => value === true,
    isOff: (value) => value === false,
    number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  }
}

/** Reads form fields. Booleans are the literals `true` and `false`. */
export function formOptions(fields: ReadonlyMap<string, string>): OptionSource {
  return {
    get: (name) => fields.get(name),
    isOn: (value) => value === 'true',
    isOff: (value) => value === 'false',
    number: (value) => {
      const text = typeof value === 'string' ? value.trim() : ''
      const read = text === '' ? Number.NaN : Number(text)
      return Number.isFinite(read) ? read : null
    },
  }
}

export function readPrintOptions({ get, isOn, isOff, number }: OptionSource): GenerationOptions {
  const defaults = defaultOptions
  const wallMm = number(get('wallThicknessMm'))
  const seed = number(get('seed'))
  const sizeMm = number(get('sizeMm'))
  const generateParts = isOn(get('generateParts'))
  return {
    meshQuality: word(get('meshQuality'), meshQualities, defaults.meshQuality),
    topology: word(get('topology'), topologies, defaults.topology),
    smoothing: word(get('smoothing'), smoothings, defaults.smoothing),
    hollowing: word(get('hollowing'), hollowings, defaults.hollowing),
    wallThicknessMm: wallMm !== null && isAllowedWall(wallMm) ? wallMm : defaults.wallThicknessMm,
    negativePrompt: negativePrompt(get('negativePrompt')),
    smartLowPoly: isOn(get('smartLowPoly')),
    generateParts,
    textures: !generateParts && !isOff(get('textures')),
    textureResolution: word(
      get('textureResolution'),
      textureResolutions,
      defaults.textureResolution,
    ),
    engine: word(get('engine'), ['auto', ...engineNames], defaults.engine),
    outputFormat: word(get('outputFormat'), outputFormats, defaults.outputFormat),
    refinementPass: isOn(get('refinementPass')),
    // Vendors accept integers only.
    seed: seed !== null && Number.isSafeInteger(seed) ? seed : defaults.seed,
    sizeMm: sizeMm !== null && isAllowedSize(sizeMm) ? sizeMm : defaults.sizeMm,
  }
}

/** Returns a note about a size that was sent but not used; otherwise an empty list. */
export function sizeNotes({ get, number }: OptionSource): readonly string[] {
  const sizeMm = number(get('sizeMm'))
  return sizeMm === null || isAllowedSize(sizeMm) ? [] : [sizeRefusedNote(sizeMm)]
}

const isAllowedWall = (mm: number) =>
  mm >= wallThicknessRangeMm.min && mm <= wallThicknessRangeMm.max

function word<const T extends string>(value: unknown, known: readonly T[], fallback: T): T {
  return known.find((one) => one === value) ?? fallback
}

/** Reads the negative prompt. Text without visible characters is treated as empty. */
function negativePrompt(value: unknown): string {
  const text = typeof value === 'string' ? toStorable(value) : ''
  return singleLine(text) === '' ? '' : cutText(text, maxNegativePromptCharacters)
}
