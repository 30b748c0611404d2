/** Thumbnail of a stored model, next to its name. `id`: id of the generation or upload. */
export const ThumbPicture = ({ id }: { id: string }) => (
  <img
    class="thumb-picture"
    src={`/models/${id}/picture`}
    alt=""
    width="56"
    height="56"
    loading="lazy"
  />
)
