// Branding for tests.
import sharp from 'sharp'
import { type Branding, brandingSource, noBranding } from '../server/domain/branding/branding.ts'
import type { StatedBranding } from '../server/domain/branding/ports.ts'
import type { TestService } from './service/service.ts'

/** A logo with a gradient, a clip path and what drawing programs add. */
export const logoSvg = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Made with a drawing program -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 64 32" width="64mm" height="32mm">
  <title>Drawing</title>
  <metadata><note xmlns="urn:example">by a person</note></metadata>
  <sodipodi:namedview id="view" />
  <defs>
    <linearGradient id="a"><stop offset="0" style="stop-color:#7a1fa2;stop-opacity:1"/><stop offset="1" stop-color="#c2185b"/></linearGradient>
    <linearGradient id="b" xlink:href="#a" x1="0" x2="64" gradientUnits="userSpaceOnUse"/>
    <clipPath id="c"><rect width="64" height="32" rx="6"/></clipPath>
  </defs>
  <g clip-path="url(#c)" sodipodi:role="layer"><path d="M0 0h64v32H0z" style="fill:url(#b);stroke:none"/><circle cx="16" cy="16" r="8" fill="#fff"/></g>
</svg>`

/** A plain picture as PNG. */
export const logoPng = async (
  width: number,
  height: number,
  color = '#7a1fa2',
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 4, background: color } })
      .png()
      .toBuffer(),
  )

/** Runs the work with a branding in force, without a service. */
export async function withBranding<T>(
  branding: Partial<Branding>,
  work: () => T | Promise<T>,
): Promise<T> {
  const { read } = brandingSource
  const shown = { ...noBranding, version: 1, ...branding }
  brandingSource.read = () => shown
  try {
    return await work()
  } finally {
    brandingSource.read = read
  }
}

/** Stores a version as the desk does, without its checks, and shows it in this process. */
export async function holdBranding(
  { deps }: Pick<TestService, 'deps'>,
  branding: Partial<StatedBranding>,
): Promise<void> {
  const stored = await deps.brandings.store({
    branding: { name: null, accent: null, logoDigest: null, texts: {}, seller: [], ...branding },
    origin: 'desk',
    storedBy: 'owner@example.com',
    fileVersion: null,
    logoSource: null,
    reason: null,
    changes: [],
    newest: await deps.brandings.readNewestVersion(),
  })
  if (stored === null) throw new Error('another version was stored at the same time')
  await deps.brandingInForce.readAgain()
}
