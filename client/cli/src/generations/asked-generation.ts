// The generation that a command line of svc generate requests, the credentials that it needs, and its price.

import {
  draftsInSet,
  generationCredits,
  maxImageMegabytes,
  sizeRangeMm,
} from '../service/service-limits.ts'
import { usageError } from '../terminal/exit-codes.ts'
import type { Arguments, OptionSpec } from '../terminal/options.ts'

export type AskedModel = {
  readonly kind: 'one' | 'drafts'
  readonly prompt: string | undefined
  /** Path of a picture. */
  readonly image: string | undefined
  readonly quality: 'draft' | 'hifi'
  /** Longest side in millimeters. */
  readonly sizeMm: number | undefined
  readonly style: string | undefined
  readonly notify: boolean
}

export type AskedRefinement = {
  readonly kind: 'refinement'
  /** Job id of the draft. */
  readonly draftId: string
}

const qualities = ['draft', 'hifi'] as const
const { draft, hifi, picture } = generationCredits
const creditsText = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`)

/** The engine generates hi_fi from a picture of the draft. */
const refinementCredits = hifi + picture

export const generationOptions: readonly OptionSpec[] = [
  {
    name: 'image',
    value: 'FILE',
    completes: 'file',
    description: `A PNG, JPEG or WebP of at most ${maxImageMegabytes} MB, with or without TEXT. Needs an extension token.`,
  },
  {
    name: 'quality',
    value: 'NAME',
    choices: qualities,
    description: `draft (${creditsText(draft)}) unless given, or hifi (${hifi}); a picture costs ${picture} more.`,
  },
  {
    name: 'size',
    value: 'MM',
    range: sizeRangeMm,
    description: `Longest side, ${sizeRangeMm.min} to ${sizeRangeMm.max}; else as TEXT says ("8 cm tall").`,
  },
  {
    name: 'style',
    value: 'TEXT',
    description: 'Such as "low poly". Needs an extension token.',
  },
  {
    name: 'drafts',
    description: `Make ${draftsInSet} drafts to choose from, for ${creditsText(draftsInSet * draft)}, or ${draftsInSet * (draft + picture)} of a picture.`,
  },
  {
    name: 'refine',
    value: 'JOB',
    description: `Make a finished draft again in hifi, for ${creditsText(refinementCredits)} or more; takes no TEXT.`,
  },
  { name: 'notify', description: 'Mail the account at the end. Needs an extension token.' },
]

/** Throws a usage error for incompatible options. */
export function readAsked(args: Arguments): AskedModel | AskedRefinement {
  const [prompt] = args.words
  const draftId = args.text('refine')
  const image = args.text('image')
  if (draftId !== undefined) {
    const others = ['image', 'quality', 'size', 'style', 'drafts', 'notify'].filter(args.has)
    const named = [
      ...(prompt === undefined ? [] : ['a text']),
      ...others.map((name) => `--${name}`),
    ]
    if (named.length === 0) return { kind: 'refinement', draftId }
    throw usageError(
      `--refine makes the draft again as it was asked for, so it goes without ${named.join(' and ')}.`,
    )
  }
  if (prompt === undefined && image === undefined) {
    throw usageError(
      'Nothing to generate. Add a prompt or a picture: svc generate "a hook for a 20 mm rail", or --image photo.jpg',
    )
  }
  const quality = args.text('quality') === 'hifi' ? 'hifi' : 'draft'
  if (args.has('drafts') && quality === 'hifi') {
    throw usageError(
      '--drafts makes drafts, so it goes without --quality hifi. Refine the one that you choose: svc generate --refine JOB',
    )
  }
  return {
    kind: args.has('drafts') ? 'drafts' : 'one',
    prompt,
    image,
    quality,
    sizeMm: args.number('size'),
    style: args.text('style'),
    notify: args.has('notify'),
  }
}

/** Returns the options that require an extension token. */
export const tokenOptions = ({ image, style, notify }: AskedModel): readonly string[] => [
  ...(image === undefined ? [] : ['--image']),
  ...(style === undefined ? [] : ['--style']),
  ...(notify ? ['--notify'] : []),
]

/** Returns the price for the confirmation: `4 credits`. */
export function priceOf(asked: AskedModel | AskedRefinement): string {
  if (asked.kind === 'refinement') {
    return `${creditsText(refinementCredits)} (more for a draft that was asked for with a finer mesh or larger textures)`
  }
  const one = generationCredits[asked.quality] + (asked.image === undefined ? 0 : picture)
  return creditsText(asked.kind === 'drafts' ? draftsInSet * one : one)
}
