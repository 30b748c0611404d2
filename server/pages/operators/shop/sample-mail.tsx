// A sample email in a branding, as a document of its own. Its policy allows the inline styles that it has, by their
// hashes, and nothing else.
import type { Branding } from '../../../domain/branding/branding.ts'
import { logoMailUrl } from '../../branding/brand-assets.ts'
import { mailBrand, mailHtml } from '../../mail/mail-page.tsx'

export function sampleMail(
  branding: Pick<Branding, 'name' | 'accent' | 'logo'>,
  baseUrl: string,
): Response {
  const { logo } = branding
  const html = mailHtml({
    subject: 'Order SVC-ABC234 is confirmed',
    text: sampleText(baseUrl),
    pictures: [],
    baseUrl,
    brand: mailBrand(branding, logo === null ? null : logoMailUrl(logo)),
  })
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'unsafe-hashes' ${styleHashes(html).join(' ')}`,
        "img-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        'sandbox allow-same-origin',
      ].join('; '),
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex, nofollow',
    },
  })
}

const sampleText = (baseUrl: string): string => `Thank you for your order SVC-ABC234.

2 x bracket.stl, PETG, Black
Total: $22.39, paid by card

Follow your order at ${baseUrl}/orders/SVC-ABC234

Reply to this email if you have a question. ${baseUrl}/help has the answers to many.
`

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** Returns the hashes of the style attributes as sources of the policy. Browsers hash the decoded value. */
function styleHashes(html: string): readonly string[] {
  const styles = [...html.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) =>
    value.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity),
  )
  return [...new Set(styles)].map(
    (style) => `'sha256-${new Bun.CryptoHasher('sha256').update(style).digest('base64')}'`,
  )
}
