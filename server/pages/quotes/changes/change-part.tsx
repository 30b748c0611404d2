// "Change the part" group. With JavaScript, a change is shown and priced immediately. Without it, the server applies
// the change when the form is sent.
import {
  defaultWallMm,
  scaleRangePercent,
  wallRangeMm,
} from '../../../domain/measurement/part-changes.ts'
import type { ScriptWords } from '../../languages/script-words.ts'
import type { Words } from '../../languages/words.ts'
import { type ChangeView, changeSentences } from './change-words.ts'

type ChangePartProps = { readonly words: Words; readonly made: ChangeView | null }

/** `made`: effects of the changes in a form sent without JavaScript. */
export function ChangePart({ words, made }: ChangePartProps) {
  return (
    <fieldset class="change-part" id="change-part">
      <legend>{words.text('change.title')}</legend>
      <p class="hint" id="change-off" hidden></p>
      <div class="change-rows">
        <div class="change-row" id="scale-field" hidden>
          <label for="scale">{words.text('change.scale')}</label>
          <div class="with-unit">
            <input
              id="scale"
              class="change-number"
              type="number"
              inputmode="decimal"
              min={String(scaleRangePercent.min)}
              max={String(scaleRangePercent.max)}
              step="any"
              value="100"
              aria-describedby="scale-error"
            />
            <span>%</span>
          </div>
          <p class="field-error" id="scale-error"></p>
        </div>
        <div class="change-row">
          <button type="button" class="quiet small" id="orient" hidden>
            {words.text('changed.orient')}
          </button>
          <div class="choice" data-no-script="">
            <input type="checkbox" id="orient-box" name="orient" value="1" />
            <label for="orient-box">{words.text('changed.orient')}</label>
          </div>
          <span class="hint">{words.text('change.orientHint')}</span>
        </div>
        <div class="change-row">
          <div class="choice">
            <input type="checkbox" id="hollow" name="hollow" value="1" />
            <label for="hollow">{words.text('change.hollow')}</label>
          </div>
          <label class="wall-label" for="wallMm">
            {words.text('change.walls')}
          </label>
          <div class="with-unit">
            <input
              id="wallMm"
              class="change-number"
              name="wallMm"
              type="number"
              inputmode="decimal"
              min={String(wallRangeMm.min)}
              max={String(wallRangeMm.max)}
              step="0.1"
              value={defaultWallMm.toFixed(1)}
              aria-describedby="wallMm-error"
            />
            <span>mm</span>
          </div>
          <p class="field-error" id="wallMm-error"></p>
        </div>
      </div>
      <div class="changes-made" id="change-result" role="status">
        {made === null ? '' : <ChangesMadeList words={words} view={made} note="" />}
      </div>
      {made === null ? (
        ''
      ) : (
        <p class="hint" data-no-script="">
          {words.text('change.kept')}
        </p>
      )}
      <button type="button" class="quiet small" id="undo-changes" hidden>
        {words.text('change.undoAll')}
      </button>
    </fieldset>
  )
}

type ChangesMadeProps = {
  readonly words: ScriptWords
  readonly view: ChangeView | null
  readonly note: string
}

/** `note`: why a change was undone. Empty if none was. */
export function ChangesMadeList({ words, view, note }: ChangesMadeProps) {
  const sentences = [
    ...(note === '' ? [] : [note]),
    ...(view === null ? [] : changeSentences(words, view)),
  ]
  return (
    <>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </>
  )
}
