import { createGeometry, type Geometry } from '../../geometry/index.ts'

/**
 * Opens the geometry core with one worker, for tests of its results. A busy machine does not reach its time limit:
 * WASM of a new worker is interpreted until the engine has compiled it, which took a hundred times as long while four
 * other test programs were running.
 */
export const openGeometry = (): Geometry => createGeometry({ workers: 1, timeoutMs: 380_000 })
