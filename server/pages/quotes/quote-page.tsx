// /quote: prices a file. With JavaScript, the browser reads the file before anything is uploaded. Without it, the form
// posts the file to this address, and the server renders the same components in the same places.

import { servedCountries } from '../../domain/catalog/countries.ts'
import { terms } from '../../domain/catalog/terms.ts'
import { daysText } from '../../domain/lead-time/day-texts.ts'
import { defaultWallMm } from '../../domain/measurement/part-changes.ts'
import { lengthUnits } from '../../domain/models/format.ts'
import { Field } from '../../html/form-fields.tsx'
import { assetUrl, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { money } from '../base/money.ts'
import { ChangePart } from './changes/change-part.tsx'
import { FetchLink } from './fetch-link.tsx'
import { ImportLink } from './import-link.tsx'
import { breaksText } from './options/breaks-text.ts'
import { Options } from './options/options.tsx'
import { Report } from './parts/report.tsx'
import { countryName } from './price/countries.ts'
import { postagePhrase } from './price/postage-text.ts'
import { PriceLines, WhyThisPrice } from './price/price-lines.tsx'
import { SizeNotice, unitNames } from './size-notice.tsx'
import { Stage } from './stage.tsx'
import type { QuoteView } from './view.ts'

/** Form field for a previously sent file. */
export const keptFileField = 'keptFile'

export function quotePage(view: QuoteView): Response {
  const { urls, status = 200 } = view
  return pageResponse({
    title: view.result?.kind === 'refused' ? 'Error: Price a 3D model' : 'Price a 3D model',
    status,
    wide: true,
    visitor: view.visitor,
    stylesheets: [assetUrl(quoteStyle)],
    // The response to a posted form loads no script, because its file is no longer in the browser.
    modules: view.result === undefined ? [urls.quote] : [],
    preloads: view.result === undefined ? [...view.quoteImports, urls.measuringWasm] : [],
    runsCore: true,
    body: (
      <>
        {view.link === undefined ? '' : <FetchLink {...view.link} />}
        <Body view={view} />
        <ImportLink visitor={view.visitor} />
      </>
    ),
  })
}

function Body({ view }: { view: QuoteView }) {
  const { urls, pace, result } = view
  const isSliced = result?.kind === 'priced' && result.part.measurement.kind === 'sliced'
  return (
    <form
      id="quote"
      class={isSliced ? 'quote sliced' : 'quote'}
      method="post"
      action="/quote"
      enctype="multipart/form-data"
      data-core-worker={urls.coreWorker}
      data-measuring-wasm={urls.measuringWasm}
      data-core-wasm={urls.coreWasm}
      data-draco-wasm={urls.dracoWasm}
      data-stage-worker={urls.stageWorker}
      data-pace={pace === null ? '' : JSON.stringify(pace)}
      data-terms={JSON.stringify(terms())}
      data-terms-next-ms={String(view.msUntilTerms ?? '')}
    >
      <div class="quote-head">
        <h1>Price a 3D model</h1>
        <p class="muted">
          <Introduction view={view} />
        </p>
        <div class="kept-parts" id="kept-parts" hidden></div>
      </div>
      <div class="bench">
        <section class="parts" id="parts" aria-label="Parts" hidden></section>
        <Stage view={view} />
        <section class="options" aria-label="How it is printed">
          <div class="apply-all" id="apply-all" hidden></div>
          <Options chosen={view.chosen} {...breaksOf(view)} />
        </section>
      </div>
      <FilePanel view={view} />
      <PricePanel view={view} />
      <div class="price-bar" id="price-bar" hidden>
        <p>
          <strong id="bar-total"></strong>
          <span class="hint" id="bar-note"></span>
        </p>
        <button type="button" class="quiet" id="bar-add" data-add="">
          Add to basket
        </button>
        <button type="button" id="bar-check-out" data-add="checkout">
          Check out
        </button>
        <a class="button quiet" id="bar-to-basket" href="/basket" data-added="" hidden>
          Basket
        </a>
        <a class="button" id="bar-to-check-out" href="/checkout" data-added="" hidden>
          Check out
        </a>
      </div>
      <p class="visually-hidden" role="status" id="announce"></p>
    </form>
  )
}

/** Returns the part's price breaks if the part is known. */
const breaksOf = ({ result }: QuoteView) =>
  result?.kind === 'priced' ? { breaks: breaksText(result.view.explanation, result.breaks) } : {}

function Introduction({ view: { result } }: { view: QuoteView }) {
  if (result === undefined) {
    return (
      <>
        <span class="scripted">
          Your file stays in this browser until you add the part to the basket.
        </span>
        <noscript>Your file is sent to us when you show the price.</noscript>
      </>
    )
  }
  return result.keptFile === null
    ? 'Choose a file and show its price.'
    : 'Change what you like and show the price again: your file is kept.'
}

function FilePanel({ view }: { view: QuoteView }) {
  const { result, units } = view
  const priced = result?.kind === 'priced' ? result : null
  return (
    <section class="panel file" aria-labelledby="file-name" id="file-panel">
      <div class="file-head">
        <h2 id="file-name">{priced?.fileName ?? 'Your part'}</h2>
        <span class="hint" id="read-note"></span>
      </div>
      <div class="size-row" id="size-row">
        <Field name="units" label="Units">
          {(field) => (
            <select {...field}>
              <option value="" selected={units === ''}>
                from file
              </option>
              {lengthUnits.map((unit) => (
                <option value={unit} selected={units === unit}>
                  {unitNames[unit]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div id="size-notice">{result === undefined ? '' : <SizeNotice result={result} />}</div>
      <div id="report" class="findings-box" aria-live="polite">
        {result?.kind === 'priced' ? '' : <Waiting />}
        {priced === null ? '' : <Report part={priced.part} canShow={false} />}
      </div>
      <ChangePart made={priced?.changes ?? null} />
    </section>
  )
}

function Waiting() {
  return (
    <p class="muted empty">
      Choose a file, and its size, walls and faults appear here, with a price to the cent.
    </p>
  )
}

function PricePanel({ view }: { view: QuoteView }) {
  const { result, country } = view
  const keptFile = result?.keptFile ?? null
  const priced = result?.kind === 'priced' ? result : null
  return (
    <section class="panel price-panel" aria-label="Price">
      <div id="price-lines">
        {priced === null ? (
          <p class="muted empty">The price appears as soon as the file is read.</p>
        ) : (
          <PriceLines view={priced.view} parts={1} />
        )}
      </div>
      <p class="hollow-offer" id="hollow-offer" hidden>
        <button type="button" class="quiet" id="accept-hollow"></button>
        <span class="hint">{`Walls of ${defaultWallMm} mm, and nothing inside.`}</span>
      </p>
      <div class="postage">
        <label for="country">Postage to</label>
        <select id="country" name="country">
          {servedCountries.map((code) => (
            <option value={code} selected={code === country}>
              {countryName(code)}
            </option>
          ))}
        </select>
        <span id="postage">{priced === null ? '' : postagePhrase(priced.view.shippingCents)}</span>
      </div>
      <p class="total">
        <span id="total-label">Total with postage</span>
        <strong id="total">{priced === null ? '–' : money(priced.view.totalCents)}</strong>
      </p>
      <p class="hint" id="ships-by">
        {priced?.shipsBy && view.pace !== null
          ? daysText(priced.shipsBy, country, view.pace.calendar.timeZone)
          : ''}
      </p>
      <details id="why" class="why-box" hidden={priced === null}>
        <summary>Why this price?</summary>
        <div id="why-lines">
          {priced === null ? '' : <WhyThisPrice view={priced.view} country={country} />}
        </div>
      </details>
      <input
        type="hidden"
        id="expectedCents"
        name="expectedCents"
        value={priced === null ? '' : String(priced.view.explanation.price.printCents)}
      />
      {keptFile === null ? '' : <input type="hidden" name={keptFileField} value={keptFile} />}
      <div class="buttons">
        <button type="submit" class="quiet" data-no-script="">
          Show the price
        </button>
        <button type="submit" formaction="/basket/parts" id="add" data-add="">
          Add to basket
        </button>
        <button type="button" class="quiet" id="check-out" data-add="checkout" hidden>
          Check out now
        </button>
        <a class="button quiet" id="to-basket" href="/basket" data-added="" hidden>
          Open the basket
        </a>
        <a class="button" id="to-check-out" href="/checkout" data-added="" hidden>
          Check out now
        </a>
      </div>
      <p class="hint all-added" data-added="" hidden>
        In the basket.{' '}
        <button type="button" class="link-button" id="add-again">
          Add again
        </button>
      </p>
      <p class="hint not-ready" id="not-ready"></p>
      <div class="add-note" id="add-note" role="status"></div>
    </section>
  )
}
