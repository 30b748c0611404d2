// GET /clients/*: the clients as packages, for callers who have no checkout of the service.
import {
  clientPackages,
  packageNames,
  packagesFolder,
} from '../../../pages/assets/client-packages.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { isUnchanged } from '../../responses/etags.ts'
import { notFound } from '../../responses/fallback-responses.ts'

export const clientPackagesRoute = page({
  path: `${packagesFolder}/:file`,
  access: everyone,
  show: sendPackage,
})

async function sendPackage(
  { deps }: HttpContext,
  { request, params: { file } }: Input<null, 'file'>,
): Promise<Response> {
  if (!packageNames.includes(file)) return notFound(request)
  try {
    const packed = (await clientPackages()).get(file)
    if (packed === undefined) return notFound(request)
    const { contentType, bytes, digest } = packed
    const etag = `"${digest}"`
    // The same address has the packages of every release.
    const headers = { 'content-type': contentType, 'cache-control': 'no-cache', etag }
    return isUnchanged(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers })
  } catch (error) {
    deps.log.warn('clients.not_packed', { error })
    return notFound(request)
  }
}
