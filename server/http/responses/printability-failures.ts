// Refusals of POST /api/printability that no other endpoint has.

import { unreachable } from '../../domain/base/result.ts'
import type { PrintabilityFailure } from '../../domain/printability/failure.ts'

export function printabilityRefusal(failure: PrintabilityFailure): {
  status: number
  error: string
} {
  switch (failure.kind) {
    case 'check_body_unknown':
      return {
        status: 400,
        error: "Expected multipart/form-data with a 'file' field, or JSON with 'modelUrl'.",
      }
    case 'check_model_url_missing':
      return { status: 400, error: 'modelUrl required' }
    case 'check_unsupported':
      return {
        status: 415,
        error: 'Unsupported file. Send an STL, OBJ, GLB, glTF or 3MF model that is not sliced.',
      }
    case 'check_file_too_large':
      return { status: 413, error: 'File too large (max 25MB).' }
    default:
      return unreachable(failure)
  }
}
