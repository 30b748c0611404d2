// Refusals of print-upload and slice-quote. Those of slice-quote use the wording of contract.md 8.5.
import type { SlicingFailure } from '../../domain/slicing/failure.ts'
import { type Refusals, retryAfter } from './refusal.ts'

export const slicingRefusals: Refusals<SlicingFailure> = {
  upload_unsupported: [415, 'Unsupported file. Send an STL, OBJ, 3MF or GLB model.'],
  upload_is_sliced: [
    422,
    'That 3MF holds sliced plates and no mesh. Order it as it is, as the file of POST /api/print/orders.',
  ],
  slice_generation_required: [400, 'generationId required'],
  slice_generation_not_found: [404, 'Generation not found'],
  slicer_not_configured: [503, 'Slicer not configured'],
  slice_model_not_managed: [422, 'Model is not in managed storage'],
  slice_format_unsupported: [422, 'Only STL/OBJ/3MF models can be sliced'],
  slice_failed: ({ retryAfterSeconds: seconds }) => {
    const error = 'Slicing failed — quote stays on the estimate'
    return seconds === null ? [502, error] : [502, error, retryAfter(seconds)]
  },
}
