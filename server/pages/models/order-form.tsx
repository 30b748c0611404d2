// Orders a stored model: its options, its price, and the button that adds it to the basket. With JavaScript, the price
// follows the options. Without it, the basket shows the price.
import { domesticCountry } from '../../domain/catalog/countries.ts'
import { defaultPrintOptions } from '../../domain/catalog/options.ts'
import { terms } from '../../domain/catalog/terms.ts'
import { fileFormats, stockColorFormat } from '../../domain/changes/read-model-file.ts'
import { Hidden } from '../../html/form-fields.tsx'
import type { Child } from '../../html/markup.ts'
import { fileAddress, modelFileAddress } from '../base/model-file.ts'
import { modelMessages } from '../languages/script-messages.ts'
import { english } from '../languages/words.ts'
import { defaultChoices } from '../quotes/options/default-choices.ts'
import { Options } from '../quotes/options/options.tsx'
import { PriceLines, WhyThisPrice } from '../quotes/price/price-lines.tsx'
import { ModelStage } from './model-stage.tsx'
import type { ModelView } from './model-view.ts'
import { SizeChoice } from './size-choice.tsx'

type OrderFormProps = {
  readonly view: ModelView
  /** Id of the model or of its gallery entry, for the URLs of its files. */
  readonly fileId: string
  /** Heading above the two columns. */
  readonly head: Child
  /** Facts about the model, next to it. */
  readonly facts: Child
  /** Measurements of the model. The 3D view replaces them with its results and the faults that it shows. */
  readonly measured: Child
}

/** Upper part of a model page. Only printable models have a price and a button. */
export function OrderForm({ view, fileId, head, facts, measured }: OrderFormProps) {
  const { urls, model, explanation, opens3d } = view
  return (
    <form
      id="model"
      class="quote model"
      method="post"
      action="/basket/parts"
      enctype="multipart/form-data"
      data-core-worker={urls.coreWorker}
      data-core-wasm={urls.coreWasm}
      data-draco-wasm={urls.dracoWasm}
      data-stage-worker={urls.stageWorker}
      data-file={fileAddress(model.uri)}
      data-format={model.format}
      data-name={view.name}
      data-units={model.units ?? ''}
      data-opens3d={opens3d ? 'true' : 'false'}
      data-terms={JSON.stringify(terms())}
      data-terms-next-ms={String(view.msUntilTerms ?? '')}
      data-words={modelMessages(english.language)}
      data-volume-cm3={explanation?.mesh ? String(explanation.mesh.volumeCm3) : ''}
    >
      <div class="quote-head">{head}</div>
      <div class="bench">
        <ModelStage view={view} />
        {explanation === null ? (
          ''
        ) : (
          <section class="options" aria-label="How it is printed">
            <Options words={english} chosen={defaultChoices} />
          </section>
        )}
      </div>
      <section class="panel file" aria-label="About the model">
        {facts}
        <div id="report" class="findings-box" aria-live="polite">
          {measured}
        </div>
        <p class="facts-links">
          <span>Download</span>
          {fileFormats.map((format) => (
            <a class="button quiet small" href={modelFileAddress(fileId, format)} download="">
              {format.toUpperCase()}
            </a>
          ))}
          {view.hasColors ? (
            <a
              class="button quiet small"
              href={modelFileAddress(fileId, stockColorFormat)}
              download=""
            >
              3MF in stock colors
            </a>
          ) : (
            ''
          )}
        </p>
      </section>
      {explanation === null ? '' : <PricePanel view={view} />}
    </form>
  )
}

function PricePanel({ view: { model, explanation, sidesMm, cut } }: { view: ModelView }) {
  if (explanation === null) return ''
  const { shippingCents, totalCents } = explanation.price
  const price = { explanation, otherCents: 0, shippingCents, totalCents }
  return (
    <section class="panel price-panel" aria-labelledby="print-this">
      <h2 id="print-this">Print this</h2>
      <Hidden name="modelUrl" value={model.uri} />
      {model.units === null ? '' : <Hidden name="units" value={model.units} />}
      <input type="hidden" id="expectedCents" name="expectedCents" value="" />
      {sidesMm === null || explanation.mesh === null ? (
        ''
      ) : (
        <SizeChoice
          sidesMm={sidesMm}
          volumeCm3={explanation.mesh.volumeCm3}
          options={{ ...defaultPrintOptions, color: defaultChoices.color }}
        />
      )}
      <div id="price-lines">
        <PriceLines words={english} view={price} parts={1} />
      </div>
      <p class="hint" id="price-note">
        {`${defaultChoices.color} ${defaultChoices.material.toUpperCase()}, ${defaultChoices.quality} quality, before postage.`}
      </p>
      <details id="why" class="why-box">
        <summary>Why this price?</summary>
        <div id="why-lines">
          <WhyThisPrice words={english} view={price} country={domesticCountry} />
        </div>
      </details>
      <div class="buttons">
        <button type="submit" id="add">
          Add to basket
        </button>
        {cut === undefined ? (
          ''
        ) : (
          <button type="submit" name="cut" value={cut.id} class="quiet">
            Add all {cut.parts} parts
          </button>
        )}
      </div>
    </section>
  )
}
