// Headless Chromium for tests: the installed one, with an empty profile and no background traffic.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Path of the installed browser; null without one. */
export const chromiumPath: string | null = places.find((path) => existsSync(path)) ?? null

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Flags for WebGL without a graphics card. */
const webglFlags = ['--enable-unsafe-swiftshader', '--use-angle=swiftshader']

export type ChromiumOptions = {
  /** Enables WebGL for pages with a 3D view; off by default. */
  readonly webgl?: boolean
}

export type TestBrowser = {
  readonly page: Page
  /** Folder of its profile, which is in the command line of its main process. */
  readonly profile: string
  /** Faults in pages: script errors, missing files, refusals by a page's policy. */
  readonly complaints: readonly string[]
  /**
   * Measures the current page at desktop, phone and wide-screen width, light and dark: the number of pixels by which
   * it is wider than the screen. With SCREENSHOTS=<folder>, pictures are saved there under the name.
   */
  readonly look: (name: string) => Promise<Readonly<Record<string, number>>>
  readonly close: () => Promise<void>
}

export const screens = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
  wide: { width: 1920, height: 1080 },
}
/** Result of `look` for a page that fits every screen. */
export const noOverflow = { desktop: 0, phone: 0, wide: 0 } as const
const schemes = ['light', 'dark'] as const
const folder = process.env['SCREENSHOTS']

export async function openChromium(
  path: string,
  { webgl = false }: ChromiumOptions = {},
): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'svc-chromium-'))
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: webgl
      ? [...flags.filter((flag) => flag !== '--disable-gpu'), ...webglFlags]
      : [...flags, '--disable-software-rasterizer'],
    // Otherwise the driver would turn software rendering on.
    ignoreDefaultArgs: webgl ? [] : ['--enable-unsafe-swiftshader'],
    viewport: screens.desktop,
  })
  // Shorter than the time limit of a test, so that its failure names what it waited for. A slow machine alone must not fail it.
  context.setDefaultTimeout(150_000)
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`)
  })
  return {
    page,
    profile,
    complaints,
    look: async (name) => {
      const overflow: Record<string, number> = {}
      for (const [screen, size] of Object.entries(screens)) {
        await page.setViewportSize(size)
        overflow[screen] = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        )
        if (folder !== undefined) await takePictures(page, join(folder, `${name}-${screen}`))
      }
      await page.setViewportSize(screens.desktop)
      return overflow
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** A picture of a very long page crashes the browser. */
const tallest = 8_000

async function takePictures(page: Page, path: string): Promise<void> {
  const { width, height } = await page.evaluate(() => ({
    width: window.innerWidth,
    height: document.documentElement.scrollHeight,
  }))
  const clip = { x: 0, y: 0, width, height: Math.min(height, tallest) }
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${path}-${colorScheme}.png`, fullPage: true, clip })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}
