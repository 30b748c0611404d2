// Gives a generated model of the account new textures, as described in words. States the price first.
import { creditsText, retextureCredits } from '../../domain/generation/request/credit-cost.ts'
import { maxPromptCharacters } from '../../domain/generation/request/request.ts'
import { type FieldErrors, TextArea } from '../../html/form-fields.tsx'
import { FormKey } from '../base/form-key.tsx'

export type RepaintPanelProps = {
  readonly id: string
  /** Balance in credits. */
  readonly credits: number
  /** Whether the operator has switched generation off. */
  readonly closed: boolean
  readonly formKey: string
  readonly form?: { readonly prompt: string; readonly errors: FieldErrors }
}

export function RepaintPanel({ id, credits, closed, formKey, form }: RepaintPanelProps) {
  const isShort = credits < retextureCredits
  return (
    <section class="panel narrow change-model" aria-labelledby="repaint">
      <h2 id="repaint">Paint it anew</h2>
      <p>
        Costs <strong>{creditsText(retextureCredits)}</strong> of your {credits}. You get a new
        model of the same shape and size with other colors, and this one stays as it is. If it
        fails, the credit is refunded.
      </p>
      <form method="post" action={`/models/${id}/retexture`}>
        <FormKey value={formKey} />
        <TextArea
          name="prompt"
          id="repaint-prompt"
          label="What should it look like?"
          value={form?.prompt ?? ''}
          errors={form?.errors ?? {}}
          hint="Colors show on screens and in a 3MF in stock colors; a print of one spool has one color."
          area={{
            rows: 2,
            required: true,
            maxlength: maxPromptCharacters,
            placeholder: 'Mossy stone with gold edges',
          }}
        />
        {isShort ? (
          <p class="short" role="status">
            Your balance is too low. <a href="/account#credits">Buy credits</a>
          </p>
        ) : (
          ''
        )}
        <button type="submit" class="quiet" disabled={closed}>
          Paint it for {creditsText(retextureCredits)}
        </button>
      </form>
    </section>
  )
}
