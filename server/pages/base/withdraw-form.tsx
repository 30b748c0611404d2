// Form with which an owner withdraws a model from the gallery.

export const withdrawEffect =
  'When you withdraw it, no one else can see or order it; orders that were placed are printed.'

/** `id`: id of the gallery entry. */
export const WithdrawForm = ({ id }: { id: string }) => (
  <form method="post" action={`/gallery/${id}/withdraw`}>
    <button type="submit" class="danger">
      Withdraw it
    </button>
  </form>
)
