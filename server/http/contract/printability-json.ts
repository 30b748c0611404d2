// Verdict on a mesh as JSON (contract.md 2.5 and 3.3).

import * as v from 'valibot'
import { maxSideMm } from '../../domain/catalog/build-volume.ts'
import { flag, named, number, says, triple, whole } from './schemas.ts'

export const printabilitySchema = named(
  'Printability',
  v.object({
    watertight: flag('Whether every edge has two triangles, after repair.'),
    volumeCm3: number('Enclosed volume after repair.'),
    holes: whole('Open edges, not rings.'),
    nonManifoldEdges: whole('Edges with more than two triangles.'),
    triangles: whole('Number of triangles after repair.'),
    dimensionsMm: triple('Width, depth and height.'),
    minFeatureMm: number('The smallest overall dimension, not a measured wall.'),
    featureSizeEstimated: says(v.literal(true), 'Always true.'),
    maxOverhangDeg: number('Angle of the steepest overhang.'),
    fitsPlate: flag(`Whether no dimension is above ${maxSideMm} mm.`),
  }),
  'Measures of a mesh that decide whether it can be printed.',
)

export const receivedSchema = named(
  'ReceivedMesh',
  v.object({
    triangles: whole('Number of triangles, degenerate ones included.'),
    boundaryEdges: whole('Edges of one triangle.'),
    nonManifoldEdges: whole('Edges of more than two triangles.'),
    components: whole('Parts that share no vertex.'),
    watertight: flag('Whether every edge has two triangles.'),
    volumeCm3: v.nullable(
      number('Signed: negative when the surface faces inwards. null when it encloses no volume.'),
    ),
  }),
  'The file as it came, before any repair.',
)

export const repairedSchema = named(
  'CheckRepair',
  v.object({
    weldedVertices: whole('Vertices on open edges that were joined to a neighbor.'),
    removedDegenerates: whole('Triangles without an area that were removed.'),
    removedDuplicates: whole('Triangles that were in the file twice.'),
    removedLoose: whole('Triangles that shared no edge with any other.'),
    flippedFaces: whole('Triangles whose winding was wrong.'),
    filledHoles: whole('Holes that were closed: rings, not edges.'),
    remainingBoundaryEdges: whole('Open edges that could not be closed.'),
  }),
  'Repairs in a copy before it was judged.',
)

export const thinWallSchema = named(
  'ThinWall',
  v.object({
    at: triple('The thinnest point, on the mesh, mm.'),
    thicknessMm: number('Thickness there.'),
    areaMm2: number('Area of the thin surface around it.'),
  }),
  'A wall that is too thin.',
)

/** Reason in an example refusal. */
export const tooThinExample =
  'Most of the model is too thin to print: about 0.100 mm, where the nozzle prints nothing under 0.13 mm. Make it thicker, or check its unit.'
