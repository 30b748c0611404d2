// The code of an order as a link to its page at the desk.
import { orderPath } from './order-path.ts'

export function OrderLink({ code }: { code: string }) {
  return (
    <a class="strong" href={orderPath(code)}>
      {code}
    </a>
  )
}
