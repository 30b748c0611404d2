// An email address in a narrow column.

/** Breaks before its @ where it does not fit on one line. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </>
  )
}
