// GET /assets/*: stylesheet and scripts of the pages.
import { type Asset, assets, embeddable } from '../../../pages/assets/assets.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { cachedForever, isUnchanged } from '../../responses/etags.ts'

export const assetRoutes = assets.map((asset) =>
  page({
    path: asset.path,
    access: everyone,
    show: (_context: unknown, input) => sendAsset(asset, input),
  }),
)

function sendAsset(asset: Asset, { request, query }: Input<null>): Response {
  const { digest, contentType, body } = asset
  const etag = `"${digest}"`
  const headers = {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    etag,
    'cache-control': query['v'] === digest ? cachedForever : 'no-cache',
    ...(embeddable.has(asset) && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
  return isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}
