// Every dependency of the service, built once when it starts.
import type { ToolDeps } from '../../mcp/deps.ts'
import type { HttpDeps } from '../http/middleware/deps.ts'

export type Deps = HttpDeps & ToolDeps
