// Requirements of signed uploads and of imports (decisions 33 and 34). Data only.
import { requirements } from './row.ts'

export const uploads = [
  ...requirements('Decisions: Signed uploads', {
    'decision.sign.answer':
      'sign answers {uploadUrl, method: PUT, headers, uploadId, expiresAt}, to a session or an API key',
    'decision.sign.local': 'without a bucket uploadUrl is an address of the service',
    'decision.sign.bucket': 'with a bucket uploadUrl is a resumable session of the bucket',
    'decision.sign.refusals':
      'sign refuses a wrong or missing field with 400 that names it, an extension with 415, more than 100 MB with 413',
    'decision.complete.answer': 'complete answers what print-upload does',
    'decision.complete.missing': 'complete is 409 while bytes are missing',
    'decision.complete.expired': 'complete is 410 when the upload has expired',
    'decision.complete.size': 'complete refuses bytes of another size',
    'decision.complete.hash': 'complete refuses bytes of another SHA-256',
    'decision.complete.single-use':
      'an upload becomes one model, once, of the account that signed it',
    'decision.complete.refusals': 'complete refuses a model with the words of print-upload',
    'decision.upload.sweep': 'bytes of uploads that expired are removed',
  }),
  ...requirements('Decisions: Import', {
    'decision.import.answer': 'model-import answers what print-upload does',
    'decision.import.checks':
      'model-import refuses what the downloader refuses, with its sentences',
    'decision.import.refusals': 'model-import refuses a model with the words of print-upload',
  }),
]
