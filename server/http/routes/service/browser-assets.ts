// GET /assets/web/*: the bundled page scripts and the WASM files that they load, precompressed.
import {
  type BundledFile,
  browserBundle,
  bundleFolder,
} from '../../../pages/assets/browser-bundle.ts'
import { encodingOf } from '../../middleware/encodings.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { cachedForever, isUnchanged } from '../../responses/etags.ts'
import { notFound } from '../../responses/fallback-responses.ts'

export const bundleRoute = page({
  path: `${bundleFolder}/:file`,
  access: everyone,
  show: sendWebAsset,
})

async function sendWebAsset(
  _context: unknown,
  { request, params }: Input<null, 'file'>,
): Promise<Response> {
  const { files } = await browserBundle()
  const file = files.get(params.file)
  return file === undefined ? notFound(request) : fileResponse(request, file)
}

function fileResponse(request: Request, file: BundledFile): Response {
  const encoding = encodingOf(request.headers.get('accept-encoding'))
  // Each encoding is a separate file, so its entity tag is strong.
  const etag = `"${file.path.split('/').at(-1)}${encoding === null ? '' : `.${encoding}`}"`
  const headers: Record<string, string> = {
    'content-type': file.contentType,
    'cache-control': cachedForever,
    vary: 'accept-encoding',
    etag,
    ...(encoding !== null && { 'content-encoding': encoding }),
    // The policy of a worker comes from its response, not from its page.
    'content-security-policy':
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(encoding === null ? file.bytes : file[encoding], { headers })
}
