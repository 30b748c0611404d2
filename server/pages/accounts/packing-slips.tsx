// The account's logo on the packing slips of its orders: what is stored, and the forms that change it.

import { logoBox, maxLogoBytes, maxLogoPixels } from '../../domain/accounts/account-logos.ts'
import { megabytesText } from '../../domain/base/text/megabytes.ts'
import { mmPerUnit } from '../../domain/models/format.ts'
import { Field } from '../../html/form-fields.tsx'
import { Time } from '../base/time.tsx'
import { english } from '../languages/words.ts'
import type { AccountView } from './account-view.ts'

export const logoPicturePath = '/account/logo/picture'

export function PackingSlips({ logo }: Pick<AccountView, 'logo'>) {
  return (
    <section class="panel" aria-labelledby="packing-slips">
      <h2 id="packing-slips">Packing slips</h2>
      <p>
        Your logo replaces the farm’s mark on the packing slips of your orders, next to the{' '}
        <code>reference</code> that an order was placed with.
      </p>
      {logo === null ? (
        ''
      ) : (
        <>
          <p class="own-logo">
            <img
              src={`${logoPicturePath}?v=${logo.updatedAt.getTime()}`}
              alt="Your logo"
              width={Math.round((logo.width * 96) / 300)}
              height={Math.round((logo.height * 96) / 300)}
            />
          </p>
          <p class="hint">
            Uploaded <Time at={logo.updatedAt} words={english} />
          </p>
        </>
      )}
      <form method="post" action="/account/logo" enctype="multipart/form-data">
        <Field
          name="file"
          id="logo"
          label={logo === null ? 'Logo' : 'Another logo'}
          hint={`PNG or JPEG, at most ${megabytesText(maxLogoBytes)} and ${maxLogoPixels / 1_000_000} million pixels. It is printed at most ${mm(logoBox.width)} x ${mm(logoBox.height)} mm large.`}
        >
          {(field) => <input {...field} type="file" accept="image/png,image/jpeg" required />}
        </Field>
        <button type="submit" class="quiet">
          {logo === null ? 'Upload the logo' : 'Replace the logo'}
        </button>
      </form>
      {logo === null ? (
        ''
      ) : (
        <form
          method="post"
          action="/account/logo/remove"
          data-confirm="Packing slips will have the farm’s mark again. Remove your logo?"
        >
          <button type="submit" class="danger">
            Remove the logo
          </button>
        </form>
      )}
    </section>
  )
}

/** Millimeters of printed pixels at 300 dots per inch. */
const mm = (pixels: number): number => Math.round((pixels / 300) * mmPerUnit.in)
