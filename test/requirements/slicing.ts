// Requirements of the slice-quote endpoint. Data only.
import { requirements } from './row.ts'

export const slicing = [
  ...requirements('Slice analysis', {
    'slice.analysis.filament-cm3': 'filamentCm3 is the volume, the same for every material',
    'slice.analysis.seconds': "seconds is the slicer's time estimate",
    'slice.analysis.layers': 'layers is the layer count',
    'slice.analysis.slice-scale': 'sliceScale is 1 for a slice made through the slice endpoint',
    'slice.analysis.sliced-at': 'slicedAt is an ISO 8601 timestamp',
  }),
  ...requirements('POST /api/slice-quote', {
    'slice.generation-id': "generationId names a generation on the caller's own account",
    'slice.real-slicer': 'the stored model is sliced by a real slicer and the result is kept on it',
    'slice.idempotent': 'an already-sliced model returns the stored measurement',
    'slice.cached-when-slicer-down':
      'the stored measurement is returned even if the slicer is down',
    'slice.glb': 'a GLB model cannot be sliced: the estimate is kept',
    'slice.answer':
      'the response is {ok:true, cached, sliceAnalysis:{filamentCm3, seconds, layers, sliceScale, slicedAt}}',
    'slice.cached-flag': 'cached is false for a fresh slice and true for a stored one',
    'slice.grams': 'grams are filamentCm3 x density, rounded up to a whole gram, times the rate',
  }),
  ...requirements('Errors: POST /api/slice-quote', {
    'slice.error.no-session': '401 Authentication required (an API key does not satisfy)',
    'slice.error.limit': '429 Too many slice requests — try again shortly.',
    'slice.error.generation-id': '400 generationId required (missing or not a string)',
    'slice.error.not-found': '404 Generation not found (not on the account, or no model file)',
    'slice.error.not-configured': '503 Slicer not configured',
    'slice.error.not-managed': '422 Model is not in managed storage',
    'slice.error.glb': '422 Only STL/OBJ/3MF models can be sliced',
    'slice.error.failed': '502 Slicing failed — quote stays on the estimate',
  }),
]
