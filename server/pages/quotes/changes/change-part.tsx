// "Change the part" group. With JavaScript, a change is shown and priced immediately. Without it, the server applies
// the change when the form is sent.
import {
  defaultWallMm,
  scaleRangePercent,
  wallRangeMm,
} from '../../../domain/measurement/part-changes.ts'
import { type ChangeView, changeSentences } from './change-words.ts'

/** `made`: effects of the changes in a form sent without JavaScript. */
export function ChangePart({ made }: { made: ChangeView | null }) {
  return (
    <fieldset class="change-part" id="change-part">
      <legend>Change the part</legend>
      <p class="hint" id="change-off" hidden></p>
      <div class="change-rows">
        <div class="change-row" id="scale-field" hidden>
          <label for="scale">Scale</label>
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
            Orient for printing
          </button>
          <div class="choice" data-no-script="">
            <input type="checkbox" id="orient-box" name="orient" value="1" />
            <label for="orient-box">Orient for printing</label>
          </div>
          <span class="hint">Lays the part on the face that needs the fewest supports.</span>
        </div>
        <div class="change-row">
          <div class="choice">
            <input type="checkbox" id="hollow" name="hollow" value="1" />
            <label for="hollow">Hollow</label>
          </div>
          <label class="wall-label" for="wallMm">
            with walls of
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
        {made === null ? '' : <ChangesMadeList view={made} note="" />}
      </div>
      {made === null ? (
        ''
      ) : (
        <p class="hint" data-no-script="">
          These changes are in the part that is kept. To undo them, choose your file again.
        </p>
      )}
      <button type="button" class="quiet small" id="undo-changes" hidden>
        Undo all changes
      </button>
    </fieldset>
  )
}

/** `note`: why a change was undone. Empty if none was. */
export function ChangesMadeList({ view, note }: { view: ChangeView | null; note: string }) {
  const sentences = [
    ...(note === '' ? [] : [note]),
    ...(view === null ? [] : changeSentences(view)),
  ]
  return (
    <>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
    </>
  )
}
