// Terms that a customer accepts by ordering.

export function Acceptance() {
  return (
    <p class="hint">
      By ordering you accept our <a href="/terms">terms</a> and confirm that you may have the models
      printed. See also <a href="/refunds">refunds</a> and <a href="/privacy">privacy</a>.
    </p>
  )
}
