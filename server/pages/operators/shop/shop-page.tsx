// /operator/shop: the shop's name, logo, accent color, texts and seller: the form, its preview and the history.
import {
  type BrandedTextName,
  brandedTextNames,
  type Logo,
} from '../../../domain/branding/branding.ts'
import { logoLimitsText } from '../../../domain/branding/logo-limits.ts'
import type { BrandingVersion } from '../../../domain/branding/ports.ts'
import {
  maxBrandingReasonCharacters,
  maxSellerLines,
  shopNameLengths,
} from '../../../domain/branding/read-branding.ts'
import type { CheckedBranding } from '../../../domain/branding/save-branding.ts'
import type { ShopBoard } from '../../../domain/desk/shop.ts'
import { DataTable } from '../../../html/data-table.tsx'
import {
  Choice,
  Field,
  type FieldErrors,
  Hidden,
  TextArea,
  TextField,
} from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { LogoImage } from '../../base/layout.tsx'
import { accentPreviewUrl } from '../../branding/brand-assets.ts'
import { legalPages } from '../../legal/legal-texts.ts'
import { type DeskView, deskScreen } from '../parts/desk-page.tsx'
import { historyHint } from '../parts/hints.ts'
import { Moment } from '../parts/moment.tsx'
import { Preview } from './preview.tsx'
import { shopPath } from './shop-path.ts'
import type { TypedShop } from './typed-shop.ts'

export type ShopView = DeskView &
  ShopBoard & {
    readonly typed: TypedShop
    readonly errors: FieldErrors
    readonly formKey: string
    readonly preview: CheckedBranding | null
    /** The logo of the form: the chosen one, or the one in force. */
    readonly logo: Logo | null
    readonly removesLogo: boolean
  }

export function shopPage(view: ShopView): Response {
  const { user, history, preview, typed, errors, formKey } = view
  return deskScreen({
    ...view,
    tab: null,
    title: 'Shop',
    beside: <a href="/operator/settings">Settings</a>,
    errors,
    stylesheets: preview === null ? [] : [accentPreviewUrl(preview.branding.accent)],
    body: (
      <>
        {preview === null ? '' : <Preview checked={preview} typed={typed} formKey={formKey} />}
        {user.role === 'viewer' ? '' : <EditForm {...view} />}
        <Section id="history" title="History">
          <DataTable
            caption="Saved versions, newest first"
            rows={history}
            empty="Nothing was saved yet: the shop has the default name and look."
            columns={[
              { label: 'Version', text: ({ version }) => String(version) },
              {
                label: 'Saved',
                cell: ({ storedAt }) => (
                  <Moment at={storedAt} timeZone={user.timeZone} form="dated" />
                ),
              },
              { label: 'By', text: savedBy },
              { label: 'Reason', cell: ({ reason }) => <span>{reason ?? ''}</span> },
              {
                label: 'Changes',
                cell: ({ changes }) => (
                  <span>{changes.length === 0 ? 'none' : changes.join(' ')}</span>
                ),
              },
            ]}
          />
        </Section>
      </>
    ),
  })
}

const savedBy = ({ storedBy, fileVersion }: BrandingVersion): string =>
  storedBy ?? `branding file, version ${fileVersion}`

function EditForm({ logo, removesLogo, typed, errors }: ShopView) {
  return (
    <Section id="edit" title="Name and look">
      <form
        method="post"
        action={`${shopPath}/preview`}
        enctype="multipart/form-data"
        class="narrow-form"
      >
        <TextField
          name="name"
          label="Shop name"
          value={typed.name}
          errors={errors}
          hint={`At most ${shopNameLengths.max} characters: on every page, in emails and their sender, on packing slips, invoices and receipts, in the API’s documents and for agents. Empty is the default, “Print farm”.`}
          input={{ autocomplete: 'off' }}
        />
        <Field
          name="logoFile"
          label="Logo"
          errors={errors}
          hint={`${logoLimitsText}. It stands in front of the name. A square logo also works as the icon of browser tabs.`}
        >
          {(attributes) => <input type="file" accept=".svg,.png" {...attributes} />}
        </Field>
        {logo === null ? (
          ''
        ) : (
          <>
            <p class="shop-logo">
              <LogoImage logo={logo} />
            </p>
            <Hidden name="logo" value={logo.digest} />
            <Choice
              type="checkbox"
              id="removeLogo"
              name="removeLogo"
              value="1"
              label="Remove the logo"
              checked={removesLogo}
            />
          </>
        )}
        <TextField
          name="accent"
          label="Accent color"
          value={typed.accent}
          errors={errors}
          hint="Color of links, buttons and selections, as #rrggbb. A color with too little contrast is darkened or lightened for each color scheme; the preview shows what becomes of it. Empty is the default, green."
          input={{ autocomplete: 'off' }}
        />
        <TextArea
          name="seller"
          label="Seller"
          value={typed.seller}
          errors={errors}
          hint={`Name, address and tax number on receipts, invoices and customs declarations, at most ${maxSellerLines} lines. Empty: seller.txt of LEGAL_DIR. Issued invoices keep theirs.`}
          area={{ rows: 4 }}
        />
        <details open={brandedTextNames.some((page) => typed[page] !== '' || errors[page])}>
          <summary>Texts of the pages on terms, privacy, refunds and contact</summary>
          {brandedTextNames.map((page) => (
            <PageText page={page} typed={typed} errors={errors} />
          ))}
        </details>
        <TextField
          name="reason"
          label="Reason (optional)"
          value={typed.reason}
          errors={errors}
          hint={historyHint}
          input={{ maxlength: maxBrandingReasonCharacters, autocomplete: 'off' }}
        />
        <button type="submit">Preview</button>
      </form>
    </Section>
  )
}

type TextProps = { page: BrandedTextName; typed: TypedShop; errors: FieldErrors }

function PageText({ page, typed, errors }: TextProps) {
  return (
    <TextArea
      name={page}
      label={legalPages[page]}
      value={typed[page]}
      errors={errors}
      hint={
        <>
          Markdown. Empty: {page}.md of LEGAL_DIR, or the <a href={`/${page}`}>default text</a>.
        </>
      }
      area={{ rows: 6 }}
    />
  )
}
