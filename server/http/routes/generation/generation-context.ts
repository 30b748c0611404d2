// Context of the endpoints that generate models and read generations.
import type { GenerationDeps } from '../../../domain/generation/run/ports.ts'
import type { SpendDeps } from '../../../domain/idempotency/once.ts'
import type { UploadDeps } from '../../../domain/uploads/ports.ts'
import type { AreaContext } from '../../middleware/context.ts'

export type GenerationContext = AreaContext<
  GenerationDeps & SpendDeps & Pick<UploadDeps, 'uploads'>
>
