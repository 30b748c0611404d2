// GET /assets/*: the pages' stylesheet and scripts.
import { type Asset, assets, embeddable } from '../../../pages/assets/assets.ts'
import { page, type Received } from '../../middleware/route.ts'
import { isUnchanged } from '../../responses/etags.ts'

const day = 24 * 60 * 60

export const assetRoutes = assets.map((asset) =>
  page('GET', asset.path, (_context: unknown, received) => sendAsset(asset, received)),
)

function sendAsset(asset: Asset, { request, query }: Received): Response {
  const { digest, contentType, body } = asset
  const etag = `"${digest}"`
  const headers = {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    etag,
    'cache-control': query['v'] === digest ? `public, max-age=${365 * day}, immutable` : 'no-cache',
    ...(embeddable.has(asset) && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
  return isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}
