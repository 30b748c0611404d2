// Deletes a model of the account, with all its stored data. Asks for confirmation, because deletion cannot be undone.

export function DeletePanel({ id }: { id: string }) {
  return (
    <details class="panel narrow">
      <summary>Delete this model</summary>
      <p>
        The model, its description and its entry in the gallery are deleted for good. What was
        ordered is printed all the same, and credits are not refunded.
      </p>
      <form method="post" action={`/models/${id}/delete`}>
        <button type="submit" class="danger">
          Delete it for good
        </button>
      </form>
    </details>
  )
}
