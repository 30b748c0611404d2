// Values at which a panel turns orange and red.
import {
  type Threshold,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard'

export type Bounds = { readonly warning?: number; readonly critical: number }

/** Returns the thresholds. Without bounds, the panel is blue throughout. */
export const thresholdsOf = (bounds: Bounds | undefined): ThresholdsConfigBuilder =>
  new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(stepsOf(bounds))

/** The first step applies to every value below the second. */
function stepsOf(bounds: Bounds | undefined): Threshold[] {
  if (bounds === undefined) return [{ value: null, color: 'blue' }]
  const { warning, critical } = bounds
  return [
    { value: null, color: 'green' },
    ...(warning === undefined ? [] : [{ value: warning, color: 'orange' }]),
    { value: critical, color: 'red' },
  ]
}
