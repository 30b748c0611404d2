// The files of a shop's branding and their URLs: the accent color's stylesheet and icon, which follow from the color alone, and the logo
// by its digest. What a URL returns never changes, so every process can send it before it has read the branding in force.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logo } from '../../domain/branding/branding.ts'
import { type Accent, accentOf, type Scheme } from './accent.ts'
import { tokens } from './tokens.ts'

export const accentStylePath = '/assets/shop/accent.css'
export const accentPreviewPath = '/assets/shop/accent-preview.css'
export const accentIconPath = '/assets/shop/icon.svg'
export const logoFolder = '/assets/shop/logo'

export type BrandFile = {
  readonly contentType: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly digest: string
}

const digestOf = (body: string): string =>
  new Bun.CryptoHasher('sha256').update(body).digest('hex').slice(0, 16)

const cssFile = (body: string): BrandFile => ({
  contentType: 'text/css; charset=utf-8',
  body,
  digest: digestOf(body),
})

const declarationsOf = (accent: Accent, scheme: Scheme): string => {
  const { accent: color, text, soft } = accent[scheme]
  return `--accent:${color};--accent-text:${text};--accent-soft:${soft}`
}

/** Replaces the accent tokens of the common stylesheet. `color`: `#rrggbb`. */
export function accentStyle(color: string): BrandFile {
  const accent = accentOf(color)
  return cssFile(
    `:root{${declarationsOf(accent, 'light')}}\n@media (prefers-color-scheme:dark){:root{${declarationsOf(accent, 'dark')}}}\n`,
  )
}

/** Both schemes side by side, for the preview on the desk. Without a color, they have the default accent. */
export function accentPreviewStyle(color: string | null): BrandFile {
  const accent = color === null ? null : accentOf(color)
  const blocks = (['light', 'dark'] as const).map((scheme) => {
    const own = [...tokens[scheme]].map(([name, value]) => `--${name}:${value}`).join(';')
    const replaced = accent === null ? '' : `;${declarationsOf(accent, scheme)}`
    return `.scheme-${scheme}{color-scheme:${scheme};${own}${replaced}}`
  })
  return cssFile(`${blocks.join('\n')}\n`)
}

const iconSource = readFileSync(join(import.meta.dir, '../assets/icon.svg'), 'utf8')

/** The default icon in the accent color, without the default name. */
export function accentIcon(color: string): BrandFile {
  const { accent, text } = accentOf(color).light
  const [head = '', drawing = ''] = iconSource.split('</title>')
  const body = `${head.slice(0, head.indexOf('<title>'))}${drawing}`
    .replaceAll('#0b6b4f', accent)
    .replaceAll('#fff', text)
  return { contentType: 'image/svg+xml', body, digest: digestOf(body) }
}

const coloredPath = (path: string, color: string, { digest }: BrandFile): string =>
  `${path}?color=${color.slice(1)}&v=${digest}`

/** Caches the last color's URLs: every page has them. */
let known: { readonly color: string; readonly style: string; readonly icon: string } | null = null

function urlsOf(color: string) {
  if (known?.color !== color) {
    known = {
      color,
      style: coloredPath(accentStylePath, color, accentStyle(color)),
      icon: coloredPath(accentIconPath, color, accentIcon(color)),
    }
  }
  return known
}

export const accentStyleUrl = (color: string): string => urlsOf(color).style
export const accentIconUrl = (color: string): string => urlsOf(color).icon
export const accentPreviewUrl = (color: string | null): string => {
  const file = accentPreviewStyle(color)
  return color === null
    ? `${accentPreviewPath}?v=${file.digest}`
    : coloredPath(accentPreviewPath, color, file)
}

export const logoUrl = ({ digest, type }: Pick<Logo, 'digest' | 'type'>): string =>
  `${logoFolder}/${digest}.${type === 'image/png' ? 'png' : 'svg'}`
export const logoIconUrl = ({ digest }: Pick<Logo, 'digest'>): string =>
  `${logoFolder}/${digest}-icon.png`
export const logoMailUrl = ({ digest }: Pick<Logo, 'digest'>): string =>
  `${logoFolder}/${digest}-mail.png`
