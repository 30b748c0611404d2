// The logo on the packing slips of an account's orders: /api/account/logo, the form of the account page, and the
// picture for both its owner and the desk.
import * as v from 'valibot'
import {
  type LogoFacts,
  maxLogoBytes,
  maxLogoPixels,
} from '../../../domain/accounts/account-logos.ts'
import { setLogo } from '../../../domain/accounts/logo.ts'
import { parseAccountId } from '../../../domain/base/caller.ts'
import { ok } from '../../../domain/base/result.ts'
import { megabytesText } from '../../../domain/base/text/megabytes.ts'
import { limits } from '../../../domain/limits/table.ts'
import { withinLimit } from '../../../domain/limits/within-limit.ts'
import { sectionPaths } from '../../../pages/accounts/frame.tsx'
import { logoPicturePath } from '../../../pages/accounts/packing-slips.tsx'
import { multipart } from '../../contract/multipart-body.ts'
import { done, type JsonOf, moment, named, orNull, says, whole } from '../../contract/schemas.ts'
import { account } from '../../middleware/access.ts'
import { form } from '../../middleware/form.ts'
import { page, post } from '../../middleware/page.ts'
import { signedIn, signedInOr, viewers } from '../../middleware/page-access.ts'
import { route } from '../../middleware/route.ts'
import { failureToResponse } from '../../refusals/refusal-of.ts'
import { seeOther } from '../../requests/forms.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import { privateForADay, sendDrawnPicture } from '../../responses/picture.ts'
import { refusedOn, refuseOnAccount } from './show-account.ts'

const path = '/api/account/logo'
const shared = { path, tag: 'Account' } as const

const logoJson = named(
  'AccountLogo',
  v.object({
    logo: orNull(
      named(
        'Logo',
        v.object({
          width: whole('Pixels of the stored picture.'),
          height: whole('Pixels of the stored picture.'),
          updatedAt: moment('The time at which it was uploaded.'),
        }),
        'The stored logo, a PNG.',
      ),
    ),
  }),
  'The logo on the packing slips of the account’s orders; null means none.',
)

const example = { logo: { width: 600, height: 200, updatedAt: '2026-11-28T09:30:00.000Z' } }

export const readLogoRoute = route({
  ...shared,
  method: 'GET',
  id: 'readLogo',
  access: account({ accepts: ['session'] }),
  summary: 'Get the logo for packing slips',
  description: 'Its size, and when it was uploaded.',
  response: { description: 'The logo, or null.', schema: logoJson, example },
  handler: async function getLogo({ deps }, { caller }) {
    return ok(jsonOf(await deps.accountLogos.readFacts(caller.accountId)))
  },
})

export const setLogoRoute = route({
  ...shared,
  method: 'PUT',
  id: 'setLogo',
  access: account({ accepts: ['session'], limit: 'account-logo' }),
  summary: 'Set the logo for packing slips',
  description:
    'It replaces the farm’s mark on the packing slips of all orders of the account that are printed from now on. The picture is ' +
    `scaled down to at most 900 x 300 pixels and stored without metadata. ${limits['account-logo'].limit} an hour.`,
  body: multipart({
    schema: v.object({
      file: says(
        v.file(),
        `PNG or JPEG of at most ${megabytesText(maxLogoBytes)} and ${maxLogoPixels / 1_000_000} million pixels. Transparency is kept. SVG is not accepted.`,
      ),
    }),
    example: { file: '@logo.png' },
    file: 'file',
    maxBytes: maxLogoBytes,
    tooLarge: { kind: 'logo_too_large' },
  }),
  response: { description: 'The new logo.', schema: logoJson, example },
  refusals: [
    { kind: 'logo_required' },
    { kind: 'logo_unreadable' },
    { kind: 'logo_too_many_pixels' },
  ],
  handler: async function putLogo({ deps }, { caller, body: { file } }) {
    const set = await setLogo(deps, caller, file)
    return set.ok ? ok(jsonOf(set.value)) : set
  },
})

export const removeLogoRoute = route({
  ...shared,
  method: 'DELETE',
  id: 'removeLogo',
  access: account({ accepts: ['session'] }),
  summary: 'Remove the logo for packing slips',
  description: 'The slips have the farm’s mark again. Also succeeds if there is no logo.',
  response: { description: 'There is no logo.', schema: done },
  handler: async function deleteLogo({ deps }, { caller }) {
    await deps.accountLogos.remove(caller.accountId)
    return ok({ ok: true })
  },
})

const jsonOf = (facts: LogoFacts | null): JsonOf<typeof logoJson> => ({
  logo:
    facts === null
      ? null
      : {
          width: facts.width,
          height: facts.height,
          updatedAt: facts.updatedAt.toISOString(),
        },
})

const saved = `${sectionPaths.developer}?logo=saved#packing-slips`

export const logoPages = [
  post({
    path: '/account/logo',
    access: signedInOr('/account'),
    respond: async function receiveLogo(http, { request, caller }) {
      const { uploads, log } = http.deps
      const options = { uploads, caller, log, fileField: 'file', maxFileBytes: maxLogoBytes }
      const set = await withinLimit(http.deps, 'account-logo', caller.email, () =>
        withMultipartForm(request, options, ({ file }) => setLogo(http.deps, caller, file)),
      )
      if (set.ok) return seeOther(saved)
      const { failure } = set
      return await refuseOnAccount(
        http,
        { request, caller },
        failure.kind === 'file_too_large' ? { kind: 'logo_too_large' } : failure,
        'developer',
      )
    },
  }),
  form({
    path: '/account/logo/remove',
    access: signedInOr('/account'),
    fields: {},
    act: async function removeLogo({ deps }, { caller }) {
      return ok(await deps.accountLogos.remove(caller.accountId))
    },
    done: () => `${sectionPaths.developer}?logo=removed#packing-slips`,
    refuse: refusedOn('developer'),
  }),
  page({
    path: logoPicturePath,
    access: signedIn,
    show: async function showOwnLogo({ deps }, { caller }) {
      return sendLogo(await deps.accountLogos.read(caller.accountId))
    },
  }),
  page({
    path: '/operator/logos/:accountId',
    access: viewers,
    show: async function showLogoToDesk({ deps }, { params: { accountId } }) {
      const id = parseAccountId(accountId)
      return sendLogo(id === null ? null : await deps.accountLogos.read(id))
    },
  }),
]

const sendLogo = (logo: { readonly png: Uint8Array } | null): Response =>
  logo === null
    ? failureToResponse({ kind: 'logo_not_found' })
    : sendDrawnPicture(logo.png, privateForADay)
