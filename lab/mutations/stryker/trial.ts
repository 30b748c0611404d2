// Input of the process that tries a mutant.
import * as v from 'valibot'

const trialSchema = v.object({
  quick: v.array(v.string()),
  thorough: v.array(v.string()),
  /** Tries only every `of`th mutant, selected by the seed. */
  sample: v.object({ of: v.number(), seed: v.number() }),
})

export type Trial = v.InferOutput<typeof trialSchema>

export const trialVariable = 'MUTANT_TRIAL'

export const readTrial = (text = ''): Trial => v.parse(trialSchema, JSON.parse(text))

export function isSampled(mutant: string, { of, seed }: Trial['sample']): boolean {
  return Bun.hash.wyhash(mutant, BigInt(seed)) % BigInt(of) === 0n
}
