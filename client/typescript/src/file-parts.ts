// Files of a form: converts a path, bytes, a Blob or a stream to a File with a name.
import type { NamedFile, Picture } from './types.ts'

/** The service refuses larger files (413). */
const maxFileBytes = 100 * 1024 * 1024

/** Returns the file part. Reads a stream to its end first, because a retry needs the complete body. */
export async function modelPart({ file, fileName }: NamedFile): Promise<File> {
  if (typeof file === 'string') {
    return new File([await readPath(file)], fileName ?? baseName(file))
  }
  const name = fileName ?? (file instanceof File ? file.name : '')
  if (name === '') {
    throw new TypeError(
      'fileName is missing: bytes and streams need a name whose extension says the format, such as part.stl.',
    )
  }
  if (file instanceof Blob) return new File([file], name, { type: file.type })
  if (file instanceof Uint8Array) return new File([new Uint8Array(file)], name)
  return new File([await new Response(file).blob()], name)
}

const pictureTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

export async function picturePart(picture: Picture): Promise<File> {
  if (typeof picture !== 'string') {
    const name = picture instanceof File ? picture.name : 'picture'
    return new File([picture], name, { type: picture.type })
  }
  const name = baseName(picture)
  const type = pictureTypes[name.toLowerCase().split('.').at(-1) ?? '']
  if (type === undefined) {
    throw new TypeError(`${name} is not a .png, .jpg or .webp file.`)
  }
  return new File([await readPath(picture)], name, { type })
}

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

/** Imported only for a path, so that browsers never need a file system. */
async function readPath(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { readPath: read } = await import('./read-file.ts')
  return read(path, maxFileBytes)
}
