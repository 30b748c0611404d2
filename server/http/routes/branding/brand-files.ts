// GET /assets/shop/*: the stylesheet and icon of an accent color, and the pictures of a logo.

import type { BrandingDeps } from '../../../domain/branding/ports.ts'
import { isLogoDigest, readAccent } from '../../../domain/branding/read-branding.ts'
import { notFoundPage } from '../../../pages/base/not-found.tsx'
import {
  accentIcon,
  accentIconPath,
  accentPreviewPath,
  accentPreviewStyle,
  accentStyle,
  accentStylePath,
  type BrandFile,
  logoFolder,
} from '../../../pages/branding/brand-assets.ts'
import { page } from '../../middleware/page.ts'
import { everyone } from '../../middleware/page-access.ts'
import type { Input } from '../../middleware/route.ts'
import { cachedForever, isUnchanged } from '../../responses/etags.ts'

type Context = { readonly deps: Pick<BrandingDeps, 'brandings'> }

export const brandFileRoutes = [
  page({
    path: accentStylePath,
    access: everyone,
    show: function sendAccentStyle(_context: unknown, input) {
      return colorFile(input, accentStyle)
    },
  }),
  page({
    path: accentPreviewPath,
    access: everyone,
    show: function sendAccentPreview(_context: unknown, input) {
      return input.query['color'] === undefined
        ? sendFile(input, accentPreviewStyle(null))
        : colorFile(input, accentPreviewStyle)
    },
  }),
  page({
    path: accentIconPath,
    access: everyone,
    show: function sendAccentIcon(_context: unknown, input) {
      return colorFile(input, accentIcon)
    },
  }),
  page({
    path: `${logoFolder}/:file`,
    access: everyone,
    show: async function sendLogo({ deps }: Context, input) {
      const [, digest = '', kind = ''] = logoFile.exec(input.params.file) ?? []
      const logo = isLogoDigest(digest) ? await deps.brandings.findLogo(digest) : null
      if (logo === null) return notFoundPage()
      if (kind === '-icon.png') return sendPicture(input, 'image/png', logo.iconPng)
      if (kind === '-mail.png') return sendPicture(input, 'image/png', logo.mailPng)
      const isOwnKind = kind === (logo.type === 'image/png' ? '.png' : '.svg')
      return isOwnKind ? sendPicture(input, logo.type, logo.body) : notFoundPage()
    },
  }),
]

const logoFile = /^([0-9a-f]{64})(\.svg|\.png|-icon\.png|-mail\.png)$/

function colorFile(input: Input<null>, fileOf: (color: string) => BrandFile): Response {
  const color = readAccent(input.query['color'] ?? '')
  return typeof color === 'string' ? sendFile(input, fileOf(color)) : notFoundPage()
}

function sendFile({ request, query }: Input<null>, file: BrandFile): Response {
  const cacheControl = query['v'] === file.digest ? cachedForever : 'no-cache'
  return sendBytes(request, { ...file, cacheControl })
}

/** A logo's path contains its digest, so it never changes. */
const sendPicture = (
  { request, params: { file } }: Input<null, 'file'>,
  contentType: string,
  body: Uint8Array<ArrayBuffer>,
): Response => sendBytes(request, { contentType, body, digest: file, cacheControl: cachedForever })

function sendBytes(
  request: Request,
  { contentType, body, digest, cacheControl }: BrandFile & { readonly cacheControl: string },
): Response {
  const etag = `"${digest}"`
  const headers = {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    // An SVG that is opened as a page runs and loads nothing.
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    etag,
    'cache-control': cacheControl,
    // Agent clients and directories show the icon.
    ...(contentType.startsWith('image/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  }
  return isUnchanged(request, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers })
}
