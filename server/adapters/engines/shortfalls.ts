// The parts of a request that an engine ignores, as sentences for the caller and as weights that steer `auto` to another engine
// (decisions.md 25). For the complete table, see README.md.
import {
  type EngineName,
  type EngineRequest,
  maxSeed,
  triangleAims,
} from '../../domain/generation/engine/engine.ts'
import {
  meshCredits,
  modeCredits,
  refinementCredits,
  textureCredits,
} from '../../domain/generation/request/credit-cost.ts'
import { imageTextAdvice } from '../../domain/generation/request/size.ts'
import { engineTable } from './engine-table.ts'
import {
  buysDetail,
  facesFor,
  isRefined,
  isTextured,
  makesQuads,
  seedOf,
  wordsFor,
} from './plan.ts'
import { negativePromptCharacters } from './plan-tripo.ts'

export type Shortfall = {
  /** 0 means that only the sentence is added, without an effect on the choice. */
  readonly weight: number
  /** A sentence for the caller. */
  readonly note: string
}

/** An option that costs credits outweighs all free options together. */
const perCredit = 10
const detailWeight = (modeCredits.hi_fi - modeCredits.fast_draft) * perCredit
const free = 1

export function shortfallsOf(name: EngineName, request: EngineRequest): readonly Shortfall[] {
  const notes = [
    words(name, request),
    promptLength(name, request),
    hiFi(name, request),
    meshQuality(name, request),
    topology(name, request),
    negativePrompt(name, request),
    smartLowPoly(name, request),
    generateParts(name, request),
    textures(name, request),
    textureResolution(name, request),
    refinementPass(name, request),
    seed(name, request),
    outputFormat(request),
  ]
  return notes.filter((one) => one !== null)
}

type Check = (name: EngineName, request: EngineRequest) => Shortfall | null

/** Every engine follows the words of `image_text`, because they edit its picture first. */
const words: Check = (name, request) => {
  const { inputMode } = request
  if (request.words === null || inputMode === 'text' || inputMode === 'image_text') return null
  if (inputMode === 'image') {
    const note = `The words had no effect: inputMode image follows the picture alone. ${imageTextAdvice}`
    return { weight: 0, note }
  }
  if (wordsFor(name, request) === null) {
    const note = `The words had no effect: ${name} makes a model from several pictures without words.`
    return { weight: free, note }
  }
  const note = `The words guided the textures only: ${name} takes the shape from the pictures alone.`
  return { weight: 0, note }
}

/** The weight is 0, because the enhancer writes its long text only after the engine is chosen. */
const promptLength: Check = (name, request) => {
  const prompt = wordsFor(name, request)
  if (prompt === null || prompt.text.length <= prompt.most) return null
  const note = `The prompt, with what was added to it, was cut to its first ${prompt.most} characters: ${name} takes no more.`
  return { weight: 0, note }
}

const hiFi: Check = (name, request) => {
  if (!buysDetail(request)) return null
  const { detail } = engineTable[name]
  const hasTextures = isTextured(request)
  const has = (part: 'geometry' | 'textures') => detail.includes(part)
  if (has('geometry') && (has('textures') || !hasTextures)) return null
  if (has('textures') && hasTextures) {
    const note = `hi_fi made the textures finer and not the shape: ${name} has no detailed geometry pass.`
    return { weight: detailWeight / 2, note }
  }
  const note = `hi_fi had no effect on the model: ${name} has no detailed passes.`
  return { weight: detailWeight, note }
}

const meshQuality: Check = (name, request) => {
  const { meshQuality: wished, smartLowPoly: lowPoly } = request.options
  if (wished === 'standard') return null
  if (isRefined(name, request)) {
    const note = `meshQuality ${wished} applies to the preview: the refinement pass sets the triangles of its model by itself.`
    return { weight: 0, note }
  }
  const faces = facesFor(name, request)
  if (faces >= triangleAims[wished]) return null
  const reached = faces >= triangleAims.high ? 'high' : 'standard'
  const lostCredits = meshCredits[wished] - meshCredits[reached]
  const isLowPoly = lowPoly && engineTable[name].serves.includes('smartLowPoly')
  const unit = isLowPoly && makesQuads(name, request) ? 'quads' : 'triangles'
  const maker = isLowPoly ? `${name} makes with smartLowPoly` : `${name} makes`
  const note = `meshQuality ${wished} was limited to ${faces.toLocaleString('en-US')} ${unit}, the most that ${maker}.`
  return { weight: lostCredits * perCredit, note }
}

const topology: Check = (name, request) => {
  if (request.options.topology !== 'quads' || makesQuads(name, request)) return null
  const why = engineTable[name].serves.includes('quads')
    ? `${name} cannot combine quads with generateParts`
    : `${name} makes triangles only`
  return noEffect('topology quads', why)
}

const negativePrompt: Check = (name, { inputMode, options }) => {
  const { length } = options.negativePrompt
  if (length === 0) return null
  if (!engineTable[name].serves.includes('negativePrompt')) {
    return noEffect('negativePrompt', `${name} takes none`)
  }
  if (inputMode !== 'text') {
    return noEffect('negativePrompt', `${name} takes one with inputMode text only`)
  }
  if (length <= negativePromptCharacters) return null
  const note = `negativePrompt was cut to its first ${negativePromptCharacters} characters: ${name} takes no more.`
  return { weight: 0, note }
}

const smartLowPoly: Check = (name, { options }) =>
  options.smartLowPoly && !engineTable[name].serves.includes('smartLowPoly')
    ? noEffect('smartLowPoly', `${name} does not have it`)
    : null

const generateParts: Check = (name, { options }) => {
  const { serves, alwaysTextured } = engineTable[name]
  if (!options.generateParts || serves.includes('generateParts')) return null
  if (alwaysTextured) return noEffect('generateParts', `${name} does not split models`)
  const note = `generateParts turned textures off and had no other effect: ${name} does not split models.`
  return { weight: free, note }
}

const textures: Check = (name, { options }) =>
  !options.textures && !options.generateParts && engineTable[name].alwaysTextured
    ? noEffect('textures false', `${name} always makes textures`)
    : null

const textureResolution: Check = (name, request) => {
  const { textures: wantsTextures, textureResolution: size } = request.options
  if (!wantsTextures || size === '2k') return null
  const option = `textureResolution ${size}`
  if (!isTextured(request)) {
    const note = `${option} had no effect and was not charged: a text draft has no textures unless engine_2 or engine_2_p1 is pinned.`
    return { weight: 0, note }
  }
  const { textures: sizes } = engineTable[name]
  if (sizes === null) {
    const note = `${option} had no effect: ${name} makes textures of one size.`
    return { weight: Math.max(free, textureCredits[size] * perCredit), note }
  }
  if (size === '8k' && sizes['8k'] === sizes['4k']) {
    const note = `${option} was limited to 4k, the most that ${name} makes.`
    return { weight: (textureCredits['8k'] - textureCredits['4k']) * perCredit, note }
  }
  if (size !== '1k' || (sizes['1k'] !== sizes['2k'] && !buysDetail(request))) return null
  const made = buysDetail(request) ? '4k by hi_fi' : `2k, the least that ${name} makes`
  return { weight: 0, note: `${option} was raised to ${made}.` }
}

const refinementPass: Check = (name, request) => {
  if (!request.options.refinementPass || isRefined(name, request)) return null
  const note = `refinementPass had no effect: ${name} has no second pass.`
  return { weight: refinementCredits * perCredit, note }
}

const seed: Check = (name, request) => {
  if (request.options.seed === null || request.ownSeed) return null
  if (seedOf(request) === null) {
    return { ...noEffect('seed', `engines take whole numbers from 0 to ${maxSeed}`), weight: 0 }
  }
  const { seeds, vendor } = engineTable[name]
  const { inputMode } = request
  const isEdited = inputMode === 'image_text'
  if (seeds.includes(inputMode)) {
    if (!isEdited || vendor !== 'tripo') return null
    return { weight: free, note: 'seed was used for the model and not for the edited picture.' }
  }
  const also = [
    isEdited ? 'the edited picture' : '',
    isRefined(name, request) ? 'the refinement pass' : '',
  ]
  const used = also.filter((part) => part !== '').join(' and ')
  if (used === '') {
    return noEffect('seed', `${name} takes none${seeds.length > 0 ? ' with pictures' : ''}`)
  }
  return { weight: free, note: `seed was used for ${used} only: ${name} takes none for the model.` }
}

const outputFormat = ({ options }: EngineRequest): Shortfall | null =>
  options.outputFormat === 'glb'
    ? null
    : {
        ...noEffect(`outputFormat ${options.outputFormat}`, 'models are delivered as GLB'),
        weight: 0,
      }

const noEffect = (option: string, why: string): Shortfall => ({
  weight: free,
  note: `${option} had no effect: ${why}.`,
})
