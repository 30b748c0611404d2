// The branding in force in this process. A version that another process stores is read within seconds.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Log } from '../domain/base/ports.ts'
import { fail, ok, type Result } from '../domain/base/result.ts'
import { type Branding, brandingSource, noBranding } from '../domain/branding/branding.ts'
import {
  applyBrandingFile,
  type LogoFile,
  parseBrandingFile,
} from '../domain/branding/branding-file.ts'
import type { BrandingDeps, BrandingInForce } from '../domain/branding/ports.ts'

/** Time between two looks for a newer version. */
const lookSeconds = 5

type OpenBranding = BrandingInForce & { readonly close: () => void }

type Deps = Pick<BrandingDeps, 'brandings' | 'cleanLogo'> & {
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** The services of this process that have a branding, the last one on top: tests open several. */
const shown: { current: Branding }[] = []

brandingSource.read = () => shown.at(-1)?.current ?? noBranding

/** Opens the branding, and stores that of the file. Throws if the file is invalid. */
export async function openBranding(deps: Deps, path: string | null): Promise<OpenBranding> {
  const { brandings, log } = deps
  if (path !== null) await applyFile(deps, path)
  const own = { current: noBranding }
  const show = (read: Branding) => {
    // A slower read may end after a newer one.
    if (read.version <= own.current.version) return
    own.current = read
    if (!shown.includes(own)) shown.push(own)
  }
  const readAgain = async () => show(await brandings.readNewest())
  await readAgain()
  let isAway = false
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      if ((await brandings.readNewestVersion()) !== own.current.version) await readAgain()
      isAway = false
    } catch (error) {
      if (!isAway) log.warn('branding.read_failed', { error })
      isAway = true
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(look, lookSeconds * 1000).unref()
  return {
    readAgain,
    close: () => {
      clearInterval(timer)
      const at = shown.indexOf(own)
      if (at >= 0) shown.splice(at, 1)
    },
  }
}

async function applyFile(deps: Deps, path: string): Promise<void> {
  const file = parseBrandingFile(readFileSync(path, 'utf8'))
  if (!file.ok) throw new Error(`BRANDING_FILE ${path}: ${file.failure.join(' ')}`)
  const { logoPath } = file.value
  const applied = await applyBrandingFile(deps, file.value, () =>
    logoPath === null ? ok(null) : readLogoFile(deps, path, logoPath),
  )
  if (!applied.ok) throw new Error(`BRANDING_FILE ${path}: ${applied.failure}`)
}

/** Reads the logo of the branding file at `path`. Cleans it only when it is kept. */
function readLogoFile(
  { brandings, cleanLogo }: Pick<Deps, 'brandings' | 'cleanLogo'>,
  path: string,
  logoPath: string,
): Result<LogoFile, string> {
  const logoFile = resolve(dirname(path), logoPath)
  let bytes: Uint8Array
  try {
    bytes = readFileSync(logoFile)
  } catch {
    return fail(`the logo ${logoFile} cannot be read.`)
  }
  return ok({
    sourceDigest: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    keep: async () => {
      const logo = await cleanLogo(bytes)
      if (!logo.ok) return fail(`the logo ${logoFile}: ${logo.failure}`)
      await brandings.keepLogo(logo.value)
      return ok(logo.value.digest)
    },
  })
}
