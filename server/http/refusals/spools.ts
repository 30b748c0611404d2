// Refusals of counted spools, for operators.
import type { SpoolFailure } from '../../domain/farm/spools/failure.ts'
import type { Refusals } from './refusal.ts'

export const spoolRefusals: Refusals<SpoolFailure> = {
  spool_not_found: [404, 'Spool not found'],
  spool_changed: [409, 'This spool has changed since you opened the page. Nothing was saved.'],
  spool_empty: [409, 'This spool is marked as empty. Weigh it first if it is not.'],
  spool_weight_wrong: ({ rule, limitGrams }) => [400, weightRules[rule](limitGrams)],
}

const weightRules = {
  empty_unknown: () =>
    'The weight of this spool without filament is not known. Enter the filament only.',
  below_empty: (grams: number) => `The spool alone weighs ${grams} g.`,
  above_full: (grams: number) => `A full spool weighs at most ${grams} g.`,
} as const
