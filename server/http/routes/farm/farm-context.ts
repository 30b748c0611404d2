// Context of the endpoints for the farm's programs and operators.
import type { FarmDeps } from '../../../domain/farm/ports.ts'
import type { AreaContext } from '../../middleware/context.ts'

export type FarmContext = AreaContext<FarmDeps>
