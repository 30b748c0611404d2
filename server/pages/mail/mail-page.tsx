// HTML version of an email, built from its text when it is sent: the same sentences, with the service's links as
// buttons and the pictures next to them. Email programs drop style sheets, so each element has inline styles, and
// tables define the layout.

import type { Mail } from '../../domain/base/ports.ts'
import { type Branding, branding, defaultShopName } from '../../domain/branding/branding.ts'
import { documentOf } from '../../html/document.ts'
import type { Child, Markup } from '../../html/markup.ts'
import { accentOf } from '../branding/accent.ts'

/** The shop's name, color and logo in an email. */
type MailBrand = {
  readonly name: string
  /** `#rrggbb` of links and buttons, readable on white. */
  readonly accent: string
  /** URL of the logo; null without one. */
  readonly logoSrc: string | null
  /** Size at which the logo is shown, in px. */
  readonly logoSize: { readonly width: number; readonly height: number }
}

export type MailPage = Pick<Mail, 'subject' | 'text'> & {
  readonly brand?: MailBrand
  /** Pictures in the email, each attached as a part with this Content-ID. `fileName` is a name such as part-1.png. */
  readonly pictures: readonly { readonly fileName: string; readonly contentId: string }[]
  /**
   * Base URL of the service's links. Other links remain text unless they track a parcel, because an email may quote
   * text from third parties.
   */
  readonly baseUrl: string
}

/** Width of an email in px, to fit next to the message list. */
const widthPx = 600
const picturePx = 160
/** Maximum length of a text before a link that can label a button. */
const maxButtonCharacters = 40

// Colors of tokens.css (light scheme) as hex, because email programs do not support OKLCH.
const ink = '#1f2329'
const muted = '#5b6068'
const line = '#e4e3df'
const ground = '#f7f6f3'
const defaultAccent = '#10644a'
const fonts = '-apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif'

/** Pages must not use `style` (elements.ts), but emails have no alternative. */
const styleAttribute = (style: string) => ({ style })
/** Keeps screen readers from announcing layout tables. */
const layout = { role: 'presentation', cellpadding: 0, cellspacing: 0, border: 0 }

/** Creates a function that renders a service's emails as HTML. `baseUrl` is the base of its links. */
export const htmlRendererFor =
  (baseUrl: string) =>
  (mail: Mail, pictures: MailPage['pictures'], logoContentId: string | null): string =>
    mailHtml({
      ...mail,
      pictures,
      baseUrl,
      brand: mailBrand(branding(), logoContentId === null ? null : `cid:${logoContentId}`),
    })

/** Greatest size of the logo, in px. The PNG for emails has twice that. */
const maxLogo = { width: 240, height: 48 }

/** Returns what an email shows of a branding. `logoSrc`: URL of the logo's PNG. */
export function mailBrand(
  { name, accent, logo }: Pick<Branding, 'name' | 'accent' | 'logo'>,
  logoSrc: string | null,
): MailBrand {
  const { width, height } = logo ?? { width: 1, height: 1 }
  const scale = Math.min(maxLogo.width / width, maxLogo.height / height)
  return {
    name: name ?? defaultShopName,
    accent: accent === null ? defaultAccent : accentOf(accent).light.accent,
    logoSrc: logo === null ? null : logoSrc,
    logoSize: {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    },
  }
}

/** Returns a complete document. */
export function mailHtml({
  subject,
  text,
  pictures,
  baseUrl,
  brand = mailBrand(branding(), null),
}: MailPage): string {
  const { accent } = brand
  const [first = '', ...others] = text.trim().split(/\n{2,}/)
  return documentOf(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
      </head>
      <body {...styleAttribute(`margin:0;padding:0;background-color:${ground};`)}>
        <table {...layout} {...{ width: '100%', bgcolor: ground }}>
          <tr>
            <td {...{ align: 'center' }} {...styleAttribute('padding:24px 12px;')}>
              <table
                {...layout}
                {...{ width: '100%' }}
                {...styleAttribute(
                  `max-width:${widthPx}px;background-color:#ffffff;border:1px solid ${line};`,
                )}
              >
                <tr>
                  <td
                    {...{ align: 'left' }}
                    {...styleAttribute(
                      `padding:32px;font-family:${fonts};font-size:16px;line-height:24px;color:${ink};`,
                    )}
                  >
                    <Head brand={brand} />
                    <Block text={first} baseUrl={baseUrl} accent={accent} />
                    <Pictures pictures={pictures} />
                    {others.map((block) => (
                      <Block text={block} baseUrl={baseUrl} accent={accent} />
                    ))}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>,
  )
}

/** The name has a line of its own below the logo, because many mail programs show no pictures at first. */
function Head({ brand: { name, logoSrc, logoSize } }: { readonly brand: MailBrand }): Markup {
  return (
    <>
      {logoSrc === null ? (
        ''
      ) : (
        <p {...styleAttribute('margin:0 0 8px;')}>
          <img src={logoSrc} alt="" {...logoSize} {...styleAttribute('border:0;')} />
        </p>
      )}
      <p {...styleAttribute(`margin:0 0 24px;font-size:14px;color:${muted};`)}>{name}</p>
    </>
  )
}

function Pictures({ pictures }: Pick<MailPage, 'pictures'>): Child {
  if (pictures.length === 0) return ''
  return (
    <p {...styleAttribute('margin:0 0 16px;')}>
      {pictures.map(({ fileName, contentId }) => (
        <img
          src={`cid:${contentId}`}
          alt={`${fileName.replace('.png', '').replace('-', ' ')}, as it will be printed`}
          width={picturePx}
          height={picturePx}
          {...styleAttribute('border:0;margin:0 8px 8px 0;')}
        />
      ))}
    </p>
  )
}

/** Paragraph: the lines between two empty lines of the text. */
type BlockProps = { readonly text: string; readonly baseUrl: string; readonly accent: string }

function Block({ text, baseUrl, accent }: BlockProps): Markup {
  const lines = text.split('\n')
  const action = lines.length === 1 ? actionOf(text, baseUrl) : null
  if (action !== null) return <Button {...action} accent={accent} />
  return (
    <p {...styleAttribute('margin:0 0 16px;')}>
      {lines.map((words, at) => [at === 0 ? '' : <br />, linkUrls(words, { baseUrl, accent })])}
    </p>
  )
}

type Action = { readonly label: string; readonly url: string }

/**
 * Returns the action of a line such as "Follow it at https://..." or "Your order: https://...", if the link belongs to
 * the service.
 */
function actionOf(text: string, baseUrl: string): Action | null {
  const [, words = '', url = ''] = /^(.+?)(?: at|:)? (https?:\/\/\S+)$/.exec(text) ?? []
  const isShort = words !== '' && words.length <= maxButtonCharacters && !/[.?!]/.test(words)
  return isShort && isOwn(url, baseUrl) ? { label: words, url } : null
}

/**
 * Table cell with a background, so that programs that ignore the padding of links still show a button. The address
 * below it can be copied.
 */
function Button({ label, url, accent }: Action & { readonly accent: string }): Markup {
  return (
    <>
      <table {...layout}>
        <tr>
          <td {...{ bgcolor: accent }} {...styleAttribute('padding:12px 24px;')}>
            <a
              href={url}
              {...styleAttribute('color:#ffffff;font-weight:bold;text-decoration:none;')}
            >
              {label}
            </a>
          </td>
        </tr>
      </table>
      <p {...styleAttribute(`margin:8px 0 16px;font-size:12px;line-height:18px;color:${muted};`)}>
        {url}
      </p>
    </>
  )
}

const isOwn = (url: string, baseUrl: string): boolean => url.startsWith(`${baseUrl}/`)

const sentenceEnds = '.,;:!?)'
/** Start of the line with a carrier's link, and of the lines of a quoted message. */
const [trackingStart, quoteStart] = ['Track it at ', '>']

/** Turns URLs of the service and of carriers into links, without the punctuation that ends their sentence. */
function linkUrls(words: string, { baseUrl, accent }: Omit<BlockProps, 'text'>): Child {
  if (words.startsWith(quoteStart)) return words
  const isTracking = words.startsWith(trackingStart)
  return words.split(/(https?:\/\/[^\s<>"]+)/).map((piece, at) => {
    if (at % 2 === 0) return piece
    let end = piece.length
    while (sentenceEnds.includes(piece.charAt(end - 1))) end -= 1
    const url = piece.slice(0, end)
    if (!isTracking && !isOwn(url, baseUrl)) return piece
    return [
      <a href={url} {...styleAttribute(`color:${accent};`)}>
        {url}
      </a>,
      piece.slice(end),
    ]
  })
}
