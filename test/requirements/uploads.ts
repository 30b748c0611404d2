// Requirements of signed uploads, imports, color detection and pictures (decisions 33 to 36). Data only.
import { requirements } from './row.ts'

export const uploads = [
  ...requirements('Signed uploads (decision 33)', {
    'decision.sign.answer':
      'sign returns {uploadUrl, method: PUT, headers, uploadId, expiresAt}, to a session or an API key',
    'decision.sign.local': 'without a bucket uploadUrl is an address of the service',
    'decision.sign.bucket': 'with a bucket uploadUrl is a resumable session of the bucket',
    'decision.sign.refusals':
      'sign refuses a wrong or missing field with 400 that names it, an extension with 415, more than 100 MB with 413',
    'decision.complete.answer': 'complete returns what print-upload does',
    'decision.complete.missing': 'complete is 409 while bytes are missing',
    'decision.complete.expired': 'complete is 410 when the upload has expired',
    'decision.complete.size': 'complete refuses bytes of another size',
    'decision.complete.hash': 'complete refuses bytes of another SHA-256',
    'decision.complete.single-use':
      'an upload becomes one model, once, of the account that signed it',
    'decision.complete.refusals': 'complete refuses a model with the words of print-upload',
    'decision.upload.sweep': 'bytes of uploads that expired are removed',
  }),
  ...requirements('Import (decision 34)', {
    'decision.import.answer': 'model-import returns what print-upload does',
    'decision.import.checks':
      'model-import refuses what the downloader refuses, with its sentences',
    'decision.import.refusals': 'model-import refuses a model with the words of print-upload',
  }),
  ...requirements('Colors (decision 35)', {
    'decision.colors.answer':
      'detect-colors returns {colors: [{hex, share, stock: {name, hex, distance}, billedPerGram}]}, by area',
    'decision.colors.ciede2000': 'the distance to the nearest stock color is CIEDE2000',
    'decision.colors.at-most-six': 'it returns at most six colors, even for a photo with many',
    'decision.colors.transparent': 'transparent pixels do not count',
    'decision.colors.model':
      'the colors of a GLB count by surface area: textures, vertices, materials',
    'decision.colors.hostile':
      'pictures that are damaged, truncated, of another type or too large in bytes or pixels are refused',
    'decision.colors.refusals':
      'it refuses a model that is not a GLB, has no colors or is not owned',
  }),
  ...requirements('Pictures (decision 36)', {
    'decision.images.answer':
      'images/generate and images/edit return {imageUrl, width, height, mimeType, persisted}, and whether it is a sample',
    'decision.images.sample': 'without a key of an image model a sample is made',
    'decision.images.vendor':
      'with a key the image model draws in the size asked for, and edits the picture',
    'decision.images.stored':
      'the picture is stored for the account, which alone reads it by model-proxy',
    'decision.images.unstored':
      'a picture that could not be stored is returned with the link of the image model, persisted false',
    'decision.images.generate': 'imageUrl replaces the file in generate and start',
    'decision.images.moderated': 'words and pictures are moderated like those of a generation',
    'decision.images.no-credits': 'pictures cost no credits',
    'decision.images.refusals':
      'a bad prompt, size or picture is refused before the image model is asked',
  }),
]
