// The dependencies of the service, which `service.ts` builds once, at its start.
import type { ToolDeps } from '../../mcp/deps.ts'
import type { HttpDeps } from '../http/middleware/deps.ts'

export type Deps = HttpDeps & ToolDeps
