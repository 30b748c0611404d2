// Where assets/desk.js says whether the page receives updates, and which stream it opens. Without a script it stays empty.
import { Html } from '@elysiajs/html'

/** `page`: a topic of /operator/live. */
export function LiveState({ page }: { page: string }) {
  return <p class="live" role="status" data-live={`/operator/live?page=${page}`}></p>
}
