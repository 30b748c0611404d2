// /quote: prices a file. With JavaScript, the browser reads the file before anything is uploaded. Without it, the form
// posts the file to this address, and the server renders the same components in the same places.

import { servedCountries } from '../../domain/catalog/countries.ts'
import { terms } from '../../domain/catalog/terms.ts'
import { defaultWallMm } from '../../domain/measurement/part-changes.ts'
import { lengthUnits } from '../../domain/models/format.ts'
import { Field } from '../../html/form-fields.tsx'
import { assetUrl, partWords, quoteStyle } from '../assets/assets.ts'
import { pageResponse } from '../base/layout.tsx'
import { shipsByText } from '../base/line-text.ts'
import { firstMessages } from '../languages/script-messages.ts'
import type { Words } from '../languages/words.ts'
import { ChangePart } from './changes/change-part.tsx'
import { FetchLink } from './fetch-link.tsx'
import { ImportLink } from './import-link.tsx'
import { breaksText } from './options/breaks-text.ts'
import { Options } from './options/options.tsx'
import { Report } from './parts/report.tsx'
import { postagePhrase } from './price/postage-text.ts'
import { PriceLines, WhyThisPrice } from './price/price-lines.tsx'
import { SizeNotice } from './size-notice.tsx'
import { Stage } from './stage.tsx'
import type { QuoteView } from './view.ts'

/** Form field for a previously sent file. */
export const keptFileField = 'keptFile'

export function quotePage(view: QuoteView): Response {
  const { urls, status = 200, language } = view
  const { words } = language
  return pageResponse({
    title: words.text(view.result?.kind === 'refused' ? 'quote.titleError' : 'quote.title'),
    status,
    isWide: true,
    visitor: view.visitor,
    language,
    stylesheets: [assetUrl(quoteStyle)],
    // The response to a posted form loads no script, because its file is no longer in the browser.
    modules: view.result === undefined ? [urls.quote] : [],
    preloads: view.result === undefined ? [...view.quoteImports, urls.measuringWasm] : [],
    runsCore: true,
    body: (
      <>
        {view.link === undefined ? '' : <FetchLink words={words} {...view.link} />}
        <Body words={words} view={view} />
        <ImportLink words={words} visitor={view.visitor} />
      </>
    ),
  })
}

type ViewProps = { readonly words: Words; readonly view: QuoteView }

function Body({ words, view }: ViewProps) {
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
      data-words={result === undefined ? firstMessages(words.language) : undefined}
      data-part-words={result === undefined ? assetUrl(partWords[words.language]) : undefined}
    >
      <div class="quote-head">
        <h1>{words.text('quote.title')}</h1>
        <p class="muted">
          <Introduction words={words} view={view} />
        </p>
        <div class="kept-parts" id="kept-parts" hidden></div>
      </div>
      <div class="bench">
        <section class="parts" id="parts" aria-label={words.text('list.parts')} hidden></section>
        <Stage words={words} view={view} />
        <section class="options" aria-label={words.text('quote.how')}>
          <div class="apply-all" id="apply-all" hidden></div>
          <Options words={words} chosen={view.chosen} {...breaksOf(words, view)} />
        </section>
      </div>
      <FilePanel words={words} view={view} />
      <PricePanel words={words} view={view} />
      <div class="price-bar" id="price-bar" hidden>
        <p>
          <strong id="bar-total"></strong>
          <span class="hint" id="bar-note"></span>
        </p>
        <button type="button" class="quiet" id="bar-add" data-add="">
          {words.text('add.add')}
        </button>
        <button type="button" id="bar-check-out" data-add="checkout">
          {words.text('add.checkOutShort')}
        </button>
        <a class="button quiet" id="bar-to-basket" href="/basket" data-added="" hidden>
          {words.text('frame.basket')}
        </a>
        <a class="button" id="bar-to-check-out" href="/checkout" data-added="" hidden>
          {words.text('add.checkOutShort')}
        </a>
      </div>
      <p class="visually-hidden" role="status" id="announce"></p>
    </form>
  )
}

/** Returns the part's price breaks if the part is known. */
const breaksOf = (words: Words, { result }: QuoteView) =>
  result?.kind === 'priced'
    ? { breaks: breaksText(words, result.view.explanation, result.breaks) }
    : {}

function Introduction({ words, view: { result } }: ViewProps) {
  if (result === undefined) {
    return (
      <>
        <span class="scripted">{words.text('quote.stays')}</span>
        <noscript>{words.text('quote.sent')}</noscript>
      </>
    )
  }
  return words.text(result.keptFile === null ? 'quote.chooseFile' : 'quote.fileKept')
}

function FilePanel({ words, view }: ViewProps) {
  const { result, units } = view
  const priced = result?.kind === 'priced' ? result : null
  return (
    <section class="panel file" aria-labelledby="file-name" id="file-panel">
      <div class="file-head">
        <h2 id="file-name">{priced?.fileName ?? words.text('list.yourPart')}</h2>
        <span class="hint" id="read-note"></span>
      </div>
      <div class="size-row" id="size-row">
        <Field name="units" label={words.text('quote.units')}>
          {(field) => (
            <select {...field}>
              <option value="" selected={units === ''}>
                {words.text('quote.fromFile')}
              </option>
              {lengthUnits.map((unit) => (
                <option value={unit} selected={units === unit}>
                  {words.text(`unitName.${unit}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div id="size-notice">
        {result === undefined ? '' : <SizeNotice words={words} result={result} />}
      </div>
      <div id="report" class="findings-box" aria-live="polite">
        {result?.kind === 'priced' ? '' : <Waiting words={words} />}
        {priced === null ? '' : <Report words={words} part={priced.part} canShow={false} />}
      </div>
      <ChangePart words={words} made={priced?.changes ?? null} />
    </section>
  )
}

function Waiting({ words }: { readonly words: Words }) {
  return <p class="muted empty">{words.text('quote.empty')}</p>
}

function PricePanel({ words, view }: ViewProps) {
  const { result, country } = view
  const keptFile = result?.keptFile ?? null
  const priced = result?.kind === 'priced' ? result : null
  return (
    <section class="panel price-panel" aria-label={words.text('basket.price')}>
      <div id="price-lines">
        {priced === null ? (
          <p class="muted empty">{words.text('sum.empty')}</p>
        ) : (
          <PriceLines words={words} view={priced.view} parts={1} />
        )}
      </div>
      <p class="hollow-offer" id="hollow-offer" hidden>
        <button type="button" class="quiet" id="accept-hollow"></button>
        <span class="hint">
          {words.text('quote.hollowHint', { size: words.exact(defaultWallMm) })}
        </span>
      </p>
      <div class="postage">
        <label for="country">{words.text('quote.postageTo')}</label>
        <select id="country" name="country">
          {servedCountries.map((code) => (
            <option value={code} selected={code === country}>
              {words.country(code)}
            </option>
          ))}
        </select>
        <span id="postage">
          {priced === null ? '' : postagePhrase(words, priced.view.shippingCents)}
        </span>
      </div>
      <p class="total">
        <span id="total-label">{words.text('sum.total')}</span>
        <strong id="total">{priced === null ? '–' : words.money(priced.view.totalCents)}</strong>
      </p>
      <p class="hint" id="ships-by">
        {priced?.shipsBy && view.pace !== null
          ? shipsByText(words, priced.shipsBy, {
              country,
              timeZone: view.pace.calendar.timeZone,
            })
          : ''}
      </p>
      <details id="why" class="why-box" hidden={priced === null}>
        <summary>{words.text('quote.why')}</summary>
        <div id="why-lines">
          {priced === null ? (
            ''
          ) : (
            <WhyThisPrice words={words} view={priced.view} country={country} />
          )}
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
          {words.text('home.show')}
        </button>
        <button type="submit" formaction="/basket/parts" id="add" data-add="">
          {words.text('add.add')}
        </button>
        <button type="button" class="quiet" id="check-out" data-add="checkout" hidden>
          {words.text('add.checkOut')}
        </button>
        <a class="button quiet" id="to-basket" href="/basket" data-added="" hidden>
          {words.text('add.openBasket')}
        </a>
        <a class="button" id="to-check-out" href="/checkout" data-added="" hidden>
          {words.text('add.checkOut')}
        </a>
      </div>
      <p class="hint all-added" data-added="" hidden>
        {words.text('quote.inBasket')}{' '}
        <button type="button" class="link-button" id="add-again">
          {words.text('quote.addAgain')}
        </button>
      </p>
      <p class="hint not-ready" id="not-ready"></p>
      <div class="add-note" id="add-note" role="status"></div>
    </section>
  )
}
