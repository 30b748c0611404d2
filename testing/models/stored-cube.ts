// A stored model for tests of rules that read no file.
import type { StoredModel } from '../../server/domain/models/ports.ts'

export const storedCube: StoredModel = {
  uri: 'gs://local/models/cube.stl',
  fileName: 'cube.stl',
  sha256: 'c'.repeat(64),
  sizeBytes: 684,
  format: 'stl',
}
