// Element in which browser/operators/desk.ts shows whether the page receives updates, and that names the stream to
// open. Empty without JavaScript.

/** `page` is a topic of the stream at `path`, which defaults to /operator/live. */
export function LiveState({ page, path = '/operator/live' }: { page: string; path?: string }) {
  return <p class="live" role="status" data-live={`${path}?page=${page}`}></p>
}
