// Email address in a narrow column.

/** Breaks before the @ if the address does not fit on one line. */
export function EmailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      <span>{address.slice(0, at)}</span>
      <wbr />
      <span>{address.slice(at)}</span>
    </>
  )
}
