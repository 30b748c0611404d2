// The customer's note to an order, which may affect everything from the print to the contents of the parcel.

export function CustomerNote({ note }: { note: string | null }) {
  if (note === null) return ''
  return (
    <section class="customer-note" aria-labelledby="customer-note">
      <h2 id="customer-note">Customer’s note</h2>
      <p class="note">{note}</p>
    </section>
  )
}
