// Where browser/operators/desk.ts says whether the page receives updates, and which stream it opens. Without a script it stays empty.

/** `page`: a topic of the stream at `path`, /operator/live unless given. */
export function LiveState({ page, path = '/operator/live' }: { page: string; path?: string }) {
  return <p class="live" role="status" data-live={`${path}?page=${page}`}></p>
}
