// The code of an order as a link to its page at the desk.
import { Html } from '@elysiajs/html'

export function OrderLink({ code }: { code: string }) {
  return (
    <a class="strong" href={`/operator/orders/${encodeURIComponent(code)}`} safe>
      {code}
    </a>
  )
}
