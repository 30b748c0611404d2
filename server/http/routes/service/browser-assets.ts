// GET /assets/web/*: the bundled scripts of pages and the WASM files that they load, compressed in advance.
import { daySeconds } from '../../../domain/base/day.ts'
import {
  type BundledFile,
  browserBundle,
  bundleFolder,
} from '../../../pages/assets/browser-bundle.ts'
import { encodingOf } from '../../middleware/encodings.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { isUnchanged } from '../../responses/etags.ts'
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

const year = 365 * daySeconds

function fileResponse(request: Request, file: BundledFile): Response {
  const encoding = encodingOf(request.headers.get('accept-encoding'))
  // Each encoding is a file of its own, so its tag is a strong one.
  const etag = `"${file.path.split('/').at(-1)}${encoding === null ? '' : `.${encoding}`}"`
  const headers: Record<string, string> = {
    'content-type': file.contentType,
    'cache-control': `public, max-age=${year}, immutable`,
    vary: 'accept-encoding',
    etag,
    ...(encoding !== null && { 'content-encoding': encoding }),
    // A worker has the policy of its own response, not that of its page.
    'content-security-policy':
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
  }
  if (isUnchanged(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(encoding === null ? file.bytes : file[encoding], { headers })
}
