// Command or snippet to copy, with a copy button.
import { english } from '../languages/words.ts'

type CommandProps = {
  readonly id: string
  readonly command: string
  /** The button's text before and after the click, in the page's language. Defaults to English. */
  readonly labels?: { readonly copy: string; readonly copied: string }
}

/** `browser/accounts/account.ts` shows the button if the clipboard is available. */
export function CommandToCopy({ id, command, labels }: CommandProps) {
  return (
    <div class="shell">
      <pre tabindex="0">
        <code id={id}>{command}</code>
      </pre>
      <button type="button" class="quiet" data-copy={id} data-copied={labels?.copied} hidden>
        {labels?.copy ?? english.text('developers.copy')}
      </button>
    </div>
  )
}
