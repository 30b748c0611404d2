// Refusals of print-upload and slice-quote; those of slice-quote in the words of contract.md 8.5.
import { unreachable } from '../../domain/base/result.ts'
import type { SlicingFailure } from '../../domain/slicing/failure.ts'

type Refusal = {
  readonly status: number
  readonly error: string
  readonly headers?: Record<string, string>
}

export function slicingRefusal(failure: SlicingFailure): Refusal {
  switch (failure.kind) {
    case 'upload_unsupported':
      return { status: 415, error: 'Unsupported file. Send an STL, OBJ, 3MF or GLB model.' }
    case 'upload_is_sliced':
      return {
        status: 422,
        error:
          'That 3MF holds sliced plates and no mesh. Order it as it is, as the file of POST /api/print/orders.',
      }
    case 'slice_generation_required':
      return { status: 400, error: 'generationId required' }
    case 'slice_generation_not_found':
      return { status: 404, error: 'Generation not found' }
    case 'slicer_not_configured':
      return { status: 503, error: 'Slicer not configured' }
    case 'slice_model_not_managed':
      return { status: 422, error: 'Model is not in managed storage' }
    case 'slice_format_unsupported':
      return { status: 422, error: 'Only STL/OBJ/3MF models can be sliced' }
    case 'slice_failed': {
      const { retryAfterSeconds: seconds } = failure
      const refusal = { status: 502, error: 'Slicing failed — quote stays on the estimate' }
      return seconds === null
        ? refusal
        : { ...refusal, headers: { 'retry-after': String(seconds) } }
    }
    default:
      return unreachable(failure)
  }
}
