// A command or a snippet to paste, with a copy button.

/** `browser/account/account.ts` shows the button where the clipboard is available. */
export function CommandToCopy({ id, command }: { id: string; command: string }) {
  return (
    <div class="shell">
      <pre tabindex="0">
        <code id={id}>{command}</code>
      </pre>
      <button type="button" class="quiet" data-copy={id} hidden>
        Copy
      </button>
    </div>
  )
}
