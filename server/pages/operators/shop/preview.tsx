// Preview of a branding before it is saved: its changes, the colors of both schemes, a sample email, and the button that saves it.
import { defaultShopName } from '../../../domain/branding/branding.ts'
import type { CheckedBranding } from '../../../domain/branding/save-branding.ts'
import { Hidden } from '../../../html/form-fields.tsx'
import { Section } from '../../../html/section.tsx'
import { FormKey } from '../../base/form-key.tsx'
import { LogoImage, Mark } from '../../base/layout.tsx'
import {
  accentOf,
  minContrast,
  type Scheme,
  type SchemeAccent,
  schemes,
} from '../../branding/accent.ts'
import { shopPath } from './shop-path.ts'
import type { TypedShop } from './typed-shop.ts'

export const brandingUnchanged = 'Nothing differs from what is in force.'

type PreviewProps = {
  readonly checked: CheckedBranding
  readonly typed: TypedShop
  readonly formKey: string
}

export function Preview({ checked, typed, formKey }: PreviewProps) {
  const { branding, changes, logo, newest } = checked
  const sample = new URLSearchParams({
    name: branding.name ?? '',
    accent: branding.accent ?? '',
    logo: logo?.digest ?? '',
  })
  return (
    <Section id="preview" title="Preview">
      {changes.length === 0 ? (
        <p>{brandingUnchanged}</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <li>{change}</li>
          ))}
        </ul>
      )}
      {branding.accent === null ? '' : <AccentNotes chosen={branding.accent} />}
      <div class="beside">
        {schemes.map((scheme) => (
          <SchemeSample scheme={scheme} checked={checked} />
        ))}
      </div>
      <p>
        <a href={`${shopPath}/mail?${sample}`}>Open a sample email</a>, sent by{' '}
        <span>{`“${branding.name ?? defaultShopName}”`}</span> from the address in MAIL_FROM.
      </p>
      {changes.length === 0 ? (
        ''
      ) : (
        <form method="post" action={`${shopPath}/save`}>
          <FormKey value={formKey} />
          <Hidden name="newest" value={String(newest)} />
          {Object.entries({ ...typed, logo: logo?.digest ?? '' }).map(([name, value]) => (
            <Hidden name={name} value={value} />
          ))}
          <button type="submit">Save</button>
          <p class="hint">Every process shows it within ten seconds, without a restart.</p>
        </form>
      )}
    </Section>
  )
}

/** States what becomes of the chosen color in each scheme. */
function AccentNotes({ chosen }: { chosen: string }) {
  const accent = accentOf(chosen)
  return (
    <ul>
      {schemes.map((scheme) => (
        <li>{accentNote(chosen, scheme, accent[scheme])}</li>
      ))}
    </ul>
  )
}

const schemeNames = { light: 'Light', dark: 'Dark' } as const

function accentNote(
  chosen: string,
  scheme: Scheme,
  { accent, contrast, chosenContrast }: SchemeAccent,
): string {
  const name = `${schemeNames[scheme]} scheme`
  if (accent === chosen) return `${name}: ${chosen} as chosen, contrast ${ratio(contrast)}.`
  const change = scheme === 'light' ? 'darkened' : 'lightened'
  return `${name}: ${chosen} has a contrast of ${ratio(chosenContrast)}, and text needs ${ratio(minContrast)}. It is ${change} to ${accent} (${ratio(contrast)}).`
}

/** Rounded down, so that a contrast below the minimum never looks like it. */
const ratio = (value: number): string => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`

function SchemeSample({ scheme, checked: { branding, logo } }: SampleProps) {
  return (
    <div
      class={['shop-sample', `scheme-${scheme}`]}
      role="img"
      aria-label={`The ${scheme} color scheme`}
    >
      <div class="shop-sample-head">
        <span class="brand">
          {logo === null ? <Mark isDefault /> : <LogoImage logo={logo} scheme={scheme} />}
          {branding.name ?? defaultShopName}
        </span>
      </div>
      <p>
        Text with <span class="shop-sample-link">a link</span>, and{' '}
        <span class="shop-sample-selected">a selection</span>.
      </p>
      <p>
        <span class="shop-sample-button">Add to basket</span>
      </p>
    </div>
  )
}

type SampleProps = { readonly scheme: Scheme; readonly checked: CheckedBranding }
