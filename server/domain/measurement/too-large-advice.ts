// Advice on a model that does not fit the build volume.
import type { MeasurementFailure } from './failure.ts'

type TooLarge = Extract<MeasurementFailure, { kind: 'model_too_large' }>

/**
 * Returns advice without a final period, because interfaces append text. A sliced file keeps the size for which it was
 * sliced.
 */
export const tooLargeAdvice = ({ format }: Pick<TooLarge, 'format'>): string =>
  format === 'gcode'
    ? 'Slice a smaller part, or split it into several'
    : 'Scale it down or split it'
