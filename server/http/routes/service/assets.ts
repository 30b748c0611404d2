// GET /assets/*: the pages' stylesheet and scripts.
import { Elysia } from 'elysia'
import { assets } from '../../../pages/assets/assets.ts'
import { isUnchanged } from '../../responses/etags.ts'

const day = 24 * 60 * 60

export const assetRoutes = () => {
  const app = new Elysia()
  for (const asset of assets) {
    const etag = `"${asset.digest}"`
    app.get(
      asset.path,
      ({ request, query }) => {
        const headers = {
          'content-type': asset.contentType,
          'x-content-type-options': 'nosniff',
          etag,
          'cache-control':
            query.v === asset.digest ? `public, max-age=${365 * day}, immutable` : 'no-cache',
        }
        if (isUnchanged(request, etag)) {
          return new Response(null, { status: 304, headers })
        }
        return new Response(asset.body, { headers })
      },
      { detail: { hide: true } },
    )
  }
  return app
}
