// Refusals of changed models and of their files.
import type { ChangeFailure } from '../../domain/changes/failure.ts'
import { requestedFormats } from '../../domain/changes/read-model-file.ts'
import type { Refusals } from './refusal.ts'

export const changeRefusals: Refusals<ChangeFailure> = {
  file_format_unknown: [400, `format must be one of ${requestedFormats.join(', ')}.`],
  change_field_invalid: ({ field, rule }) => [400, `${field}: ${rule}`],
  change_empty: [400, 'Say what to change: sizeMm, orient, hollowWallMm, repair or cut.'],
  change_without_effect: ({ reason }) => [422, `Nothing was changed. ${reason}`.trim()],
  change_impossible: ({ reason }) => [422, `Nothing was changed. ${reason}`],
}
