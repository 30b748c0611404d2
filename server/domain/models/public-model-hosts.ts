// Hosts of public models whose links quotes download if the operator configures no hosts (decisions.md 61). A redirect
// is followed only to a listed host, so the list includes the redirect targets.
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

/** The configuration value for every public host. */
export const everyHost = '*'
