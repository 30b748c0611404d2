/** A small picture of a stored model; its name stands beside it. `id`: of the generation or upload. */
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
