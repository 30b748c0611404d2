// Routing without a server: scores the requests of the prompt and the options against the strengths of each engine. Engines appear only
// under their neutral names.
import type {
  EngineName,
  GenerationMode,
  GenerationOptions,
} from '../../domain/generation/engine/engine.ts'
import type { Routing } from '../../domain/generation/engine/language.ts'
import { autoOrder } from '../engines/engine-table.ts'

export type RouteInput = {
  readonly prompt: string
  readonly mode: GenerationMode
  readonly options: GenerationOptions
}

type Trait = {
  readonly reason: string
  readonly applies: (input: RouteInput) => boolean
  readonly points: Partial<Readonly<Record<EngineName, number>>>
}

const says = (pattern: RegExp) => (input: RouteInput) => pattern.test(input.prompt)

const traits: readonly Trait[] = [
  {
    reason: 'organic shapes are requested',
    applies: says(
      /\b(?:animals?|cats?|dogs?|dragons?|creatures?|monsters?|birds?|horses?|characters?|figurines?|faces?|busts?|portraits?|plants?|trees?|flowers?)\b/i,
    ),
    points: { engine_2: 2, engine_1: 2, engine_4: 2 },
  },
  {
    reason: 'flat faces and edges of a technical part are requested',
    applies: says(
      /\b(?:brackets?|mounts?|gears?|hinges?|box(?:es)?|cases?|enclosures?|stands?|holders?|knobs?|handles?|adapters?|plates?|hooks?|clips?|organi[sz]ers?)\b/i,
    ),
    points: { engine_4: 3, engine_2: 2 },
  },
  {
    reason: 'fine detail is requested',
    applies: says(/\b(?:detailed|intricate|ornate|realistic|elaborate|filigree|engraved)\b/i),
    points: { engine_2: 2, engine_4: 2 },
  },
  {
    reason: 'a low-poly look is requested',
    applies: ({ prompt, options }) => options.smartLowPoly || /\blow[ -]?poly\b/i.test(prompt),
    points: { engine_2_p1: 4, engine_2: 2 },
  },
  {
    reason: 'many triangles are requested',
    applies: ({ options }) => options.meshQuality !== 'standard',
    points: { engine_2: 2, engine_4: 2, engine_3: 1, engine_2_p1: -6, engine_1: -1 },
  },
  {
    reason: 'a quad mesh is requested',
    applies: ({ options }) => options.topology === 'quads',
    points: { engine_1: 5, engine_2: 5 },
  },
  {
    reason: 'a negative prompt is given',
    applies: ({ options }) => options.negativePrompt !== '',
    points: { engine_2: 4, engine_2_p1: 3 },
  },
  {
    reason: 'separate parts are requested',
    applies: ({ options }) => options.generateParts,
    points: { engine_2: 6 },
  },
  {
    reason: 'a refinement pass is paid for',
    applies: ({ options }) => options.refinementPass,
    points: { engine_4: 12 },
  },
  {
    reason: 'large textures are requested',
    applies: ({ options: { textures, textureResolution: size } }) =>
      textures && (size === '4k' || size === '8k'),
    points: { engine_2: 3, engine_3: 1 },
  },
]

/** Chooses an engine. `engines` are the available ones; a pinned engine always wins. Ties follow the order of the table. */
export function routeByRules(input: RouteInput, engines: readonly EngineName[]): Routing {
  const { mode, options } = input
  if (options.engine !== 'auto') {
    const reasoning = 'The caller pinned this engine.'
    return {
      engine: options.engine,
      reasoning,
      estimatedSeconds: secondsFor(options.engine, input),
    }
  }
  const order = autoOrder[mode].text
  const standing = [...order, ...engines.filter((name) => !order.includes(name))]
  const candidates = standing.filter((name) => engines.includes(name))
  const applying = traits.filter(({ applies }) => applies(input))
  const pointsOf = (name: EngineName) =>
    applying.reduce((sum, { points }) => sum + (points[name] ?? 0), order.includes(name) ? 0 : -1)
  const [best, ...others] = candidates
  if (best === undefined) return noChoice(input)
  const engine = others.reduce((so, name) => (pointsOf(name) > pointsOf(so) ? name : so), best)
  const reasons = applying
    .filter(({ points }) => (points[engine] ?? 0) > 0)
    .map(({ reason }) => reason)
  const because = reasons.length === 0 ? 'it is the default of this kind' : reasons.join('; ')
  const reasoning = `Chose ${engine}: ${because}.`
  return { engine, reasoning, estimatedSeconds: secondsFor(engine, input) }
}

const noChoice = (input: RouteInput): Routing => ({
  engine: 'auto',
  reasoning: 'The default engine of this kind serves the request.',
  estimatedSeconds: secondsFor('engine_2', input),
})

/** Order of magnitude of the vendors' figures for a draft. */
const draftSeconds: Readonly<Record<EngineName, number>> = {
  engine_1: 60,
  engine_2: 60,
  engine_2_p1: 30,
  engine_3: 40,
  engine_4: 120,
}

function secondsFor(engine: EngineName, { mode, options }: RouteInput): number {
  const detail = mode === 'hi_fi' ? 2 : 1
  const quality = { standard: 1, high: 1.25, ultra: 1.75 }[options.meshQuality]
  const refinement = options.refinementPass && engine === 'engine_4' ? 120 : 0
  return Math.round(draftSeconds[engine] * detail * quality) + refinement
}
