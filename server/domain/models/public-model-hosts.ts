// Hosts of public models, from which quotes fetch links where the operator names none (decisions.md 61). A redirect is
// followed only to a host of the list, so hosts that redirect are here with their targets.
export const publicModelHosts: readonly string[] = [
  'github.com',
  'raw.githubusercontent.com',
  'media.githubusercontent.com',
  'objects.githubusercontent.com',
  'release-assets.githubusercontent.com',
  'gitlab.com',
  'codeberg.org',
  'huggingface.co',
  'cas-bridge.xethub.hf.co',
  'cdn-lfs.hf.co',
  'cdn-lfs-us-1.hf.co',
  'cdn-lfs-eu-1.hf.co',
  'cdn.jsdelivr.net',
  'cdn.thingiverse.com',
  'files.printables.com',
  'upload.wikimedia.org',
  'zenodo.org',
  'storage.googleapis.com',
  'drive.usercontent.google.com',
]

/** The operator's word for every public host. */
export const everyHost = '*'
