// Checks and cleans a shop's logo by its content: an SVG is rebuilt, a PNG is encoded again. Both become pictures for emails and icons.
import { join } from 'node:path'
import { fail, ok, type Result } from '../../domain/base/result.ts'
import type { Logo, LogoType } from '../../domain/branding/branding.ts'
import { logoLimits } from '../../domain/branding/logo-limits.ts'
import type { CleanLogo } from '../../domain/branding/ports.ts'
import { luminanceOf } from '../../domain/colors/luminance.ts'
import { cleanSvg } from './clean-svg.ts'
import { openPicture } from './decode-picture.ts'

/** Largest size of a PNG that is kept: three times the header's height on the sharpest screens, and enough for print. */
const keptPng = { width: 1_200, height: 300 }
const mailPng = { width: 480, height: 96 }
const iconSide = 256
/** Drawing takes 0.2 s; a machine at its limits takes longer. */
const drawMs = 30_000

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

export const cleanLogo: CleanLogo = async (bytes) => {
  if (bytes.byteLength === 0) return fail('The file is empty.')
  if (bytes.byteLength > logoLimits.bytes) {
    return fail(`The logo must have at most ${logoLimits.bytes / 1000} kB.`)
  }
  const isPng = pngSignature.every((byte, at) => bytes[at] === byte)
  return isPng ? await logoOfPng(bytes) : await logoOfSvg(bytes)
}

async function logoOfPng(bytes: Uint8Array): Promise<Result<Logo, string>> {
  try {
    const { width, height, format } = await openPicture(bytes).metadata()
    if (format !== 'png') return fail(unknownFile)
    const refused = refuseSize(width, height)
    if (refused !== null) return fail(refused)
    // Encoding again leaves out metadata, further frames and whatever follows the picture.
    const { data, info } = await openPicture(bytes)
      .toColourspace('srgb')
      .resize(keptPng.width, keptPng.height, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return ok(await logoOf({ type: 'image/png', body: data, drawn: data }, info))
  } catch {
    // sharp throws plain errors for everything that it cannot read.
    return fail('The PNG cannot be read: it is damaged or too large.')
  }
}

async function logoOfSvg(bytes: Uint8Array): Promise<Result<Logo, string>> {
  const text = readText(bytes)
  if (text === null || !/<(?:\w+:)?svg[\s>]/.test(text)) return fail(unknownFile)
  const clean = cleanSvg(text)
  if (!clean.ok) return clean
  const { width, height } = clean.value
  const refused = refuseShape(width, height)
  if (refused !== null) return fail(refused)
  const scale = Math.min(keptPng.width / width, keptPng.height / height)
  const drawn = await draw(clean.value.text, [
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  ])
  if (drawn === null) return fail('The SVG cannot be drawn. Upload the logo as PNG.')
  const body = Buffer.from(clean.value.text)
  return ok(await logoOf({ type: 'image/svg+xml', body, drawn }, { width, height }))
}

const unknownFile = 'The logo must be an SVG or PNG file.'

function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function refuseSize(width: number, height: number): string | null {
  const { maxSide, minSide } = logoLimits
  if (Math.max(width, height) > maxSide) {
    return `The logo has ${width} x ${height} px. Neither side may exceed ${maxSide.toLocaleString('en-US')} px.`
  }
  if (Math.max(width, height) < minSide) {
    return `The logo has ${width} x ${height} px. Its longer side must have at least ${minSide} px.`
  }
  return refuseShape(width, height)
}

const refuseShape = (width: number, height: number): string | null =>
  Math.max(width / height, height / width) > logoLimits.ratio
    ? `The logo is ${width} x ${height}. Neither side may be more than ${logoLimits.ratio} times as long as the other.`
    : null

/** Draws a cleaned SVG as PNG in a separate process. Returns null if it fails or takes too long. */
async function draw(
  svg: string,
  [width, height]: readonly [number, number],
): Promise<Buffer<ArrayBuffer> | null> {
  const program = join(import.meta.dir, 'draw-logo.ts')
  const child = Bun.spawn([process.execPath, program, String(width), String(height)], {
    stdin: Buffer.from(svg),
    stdout: 'pipe',
    stderr: 'ignore',
    // The process gets none of the service's settings.
    env: {},
    timeout: drawMs,
    killSignal: 'SIGKILL',
  })
  const png = Buffer.from(await new Response(child.stdout).arrayBuffer())
  return (await child.exited) === 0 && png.byteLength > 0 ? png : null
}

type Drawn = {
  readonly type: LogoType
  readonly body: Uint8Array
  /** The logo as PNG. */
  readonly drawn: Uint8Array
}

async function logoOf(
  { type, body, drawn }: Drawn,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Logo> {
  const [mail, icon, isDark] = await Promise.all([
    openPicture(drawn)
      .resize(mailPng.width, mailPng.height, { fit: 'inside', withoutEnlargement: true })
      .png({ palette: true })
      .toBuffer(),
    openPicture(drawn)
      .resize(iconSide, iconSide, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true })
      .toBuffer(),
    isDarkLogo(drawn),
  ])
  return {
    digest: new Bun.CryptoHasher('sha256').update(body).digest('hex'),
    type,
    width,
    height,
    body: new Uint8Array(body),
    mailPng: new Uint8Array(mail),
    iconPng: new Uint8Array(icon),
    isDark,
  }
}

/** Relative luminance (WCAG 2.2) below which a logo has less than 3:1 on the dark scheme's header. */
const darkLuminance = 0.13

/** Whether most of the visible pixels would be hard to see on a dark background. */
async function isDarkLogo(png: Uint8Array): Promise<boolean> {
  const { data } = await openPicture(png)
    .resize(64, 64, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [dark, visible] = [0, 0]
  for (let at = 0; at + 3 < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4)
    if (opacity < 128) continue
    visible += 1
    if (luminanceOf([red, green, blue]) < darkLuminance) dark += 1
  }
  return dark * 2 > visible
}
