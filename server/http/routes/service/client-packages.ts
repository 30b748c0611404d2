// GET /clients and /clients/*: the clients as packages, for callers without a checkout of the service.
import { serviceVersion } from '../../../domain/base/version.ts'
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
import { sendOnce } from '../../responses/kept.ts'

export const clientPackagesRoutes = [
  page({ path: packagesFolder, access: everyone, show: sendIndex }),
  page({ path: `${packagesFolder}/:file`, access: everyone, show: sendPackage }),
]

/** Lists the packages with their addresses, because the name of the wheel contains the version. */
function sendIndex({ deps: { baseUrl } }: HttpContext, { request }: Input<null>) {
  const packages = packageNames.map((name) => ({
    name,
    url: `${baseUrl}${packagesFolder}/${name}`,
  }))
  return sendOnce(request, Response.json({ version: serviceVersion, packages }))
}

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
    // The same address serves the packages of every release.
    const headers = { 'content-type': contentType, 'cache-control': 'no-cache', etag }
    return isUnchanged(request, etag)
      ? new Response(null, { status: 304, headers })
      : new Response(bytes, { headers })
  } catch (error) {
    deps.log.warn('clients.not_packed', { error })
    return notFound(request)
  }
}
