// A field links its input to the label, the error and the hint (WCAG 2.2: 1.3.1, 3.3.1, 3.3.2).
import { describe, expect, test } from 'bun:test'
import { Field, TextArea, TextField } from '../../server/html/form-fields.tsx'

describe('a field', () => {
  test('has a hint and no error', () => {
    const field = (
      <TextField
        name="size"
        label="Size"
        value={'5"'}
        hint="In mm."
        errors={{}}
        input={{ type: 'text', maxlength: 9 }}
      />
    )
    expect(String(field)).toBe(
      '<div class="field"><label for="size">Size</label><input id="size" name="size" value="5&quot;" type="text" maxlength="9" aria-describedby="size-hint"/><p class="hint" id="size-hint">In mm.</p></div>',
    )
  })

  test('with an error is marked, shows the reason, and has the focus if it is the first', () => {
    const errors = { size: 'Enter a size.', text: 'Too long.' }
    expect(
      String(<TextField name="size" label="Size" hint="In mm." errors={errors} input={{}} />),
    ).toBe(
      '<div class="field"><label for="size">Size</label><input id="size" name="size" aria-describedby="size-error size-hint" aria-invalid="true" autofocus/><p class="field-error" id="size-error">Enter a size.</p><p class="hint" id="size-hint">In mm.</p></div>',
    )
    expect(
      String(<TextArea name="text" label="Text" value="<a>" errors={errors} area={{ rows: 2 }} />),
    ).toBe(
      '<div class="field"><label for="text">Text</label><textarea id="text" name="text" rows="2" aria-describedby="text-error" aria-invalid="true">&lt;a&gt;</textarea><p class="field-error" id="text-error">Too long.</p></div>',
    )
  })

  test('has a unit, and an element for errors from a script', () => {
    expect(
      String(
        <Field name="wall" id="wall-2" label="Wall" unit="mm" isLive box={{ class: 'row' }}>
          {(field) => <input {...field} type="number" />}
        </Field>,
      ),
    ).toBe(
      '<div class="row"><label for="wall-2">Wall</label><div class="with-unit"><input id="wall-2" name="wall" aria-describedby="wall-2-error" type="number"/><span>mm</span></div><p class="field-error" id="wall-2-error"></p></div>',
    )
  })
})
